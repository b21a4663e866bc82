import { readFile } from "node:fs/promises";
import { Tokenizer } from "@huggingface/tokenizers";
import type { InferenceSession, Tensor } from "onnxruntime-node";
import type { EncoderFolder } from "./encoder-folder.ts";
import { normalised, poolTokens } from "./pool-tokens.ts";

export type Encoded = { vector: Float32Array; tokens: number };

/**
 * Turns a text into a vector of length 1. A text a run: a batch takes longer than its texts one after the other, and with
 * 8-bit models its texts change each other's vectors. Rejects when the model can't be run.
 */
export type SentenceEncoder = (text: string) => Promise<Encoded>;

/** Loads a model into this thread. Rejects when it can't be loaded, or is not a sentence encoder. */
export async function loadSentenceEncoder({
  model,
  tokenizer,
  tokenizerConfig,
  pooling,
  maxTokens,
}: EncoderFolder): Promise<SentenceEncoder> {
  const { InferenceSession: Session, Tensor: OrtTensor } = await import("onnxruntime-node");
  const readJson = async (path: string) => JSON.parse(await readFile(path, "utf8")) as object;
  const words = new Tokenizer(
    await readJson(tokenizer),
    tokenizerConfig === null ? {} : await readJson(tokenizerConfig),
  );
  // One thread: more gain little with small models. Without the arena memory is given back: texts of many lengths would
  // make it grow and grow.
  const session = await Session.create(model, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    enableCpuMemArena: false,
    enableMemPattern: false,
  });

  return async (text) => {
    const { ids, token_type_ids: types } = words.encode(text, { return_token_type_ids: true });
    const row = (values: number[]): Tensor =>
      new OrtTensor("int64", BigInt64Array.from(cut(values, maxTokens), BigInt), [
        1,
        Math.min(values.length, maxTokens),
      ]);
    const known: Record<string, () => Tensor> = {
      input_ids: () => row(ids),
      attention_mask: () => row(ids.map(() => 1)),
      token_type_ids: () => row(types),
    };
    const inputs: Record<string, Tensor> = {};
    for (const name of session.inputNames) {
      const make = known[name];
      if (!make) throw new Error(`it asks for the input ${name}, which sentence encoders do not have`);
      inputs[name] = make();
    }
    return { vector: vectorOf(await session.run(inputs)), tokens: Math.min(ids.length, maxTokens) };
  };

  function vectorOf(outputs: InferenceSession.OnnxValueMapType): Float32Array {
    const output =
      outputs.sentence_embedding ??
      outputs.last_hidden_state ??
      outputs.token_embeddings ??
      Object.values(outputs)[0];
    if (!output || !(output.data instanceof Float32Array)) throw new Error("it gives no 32-bit floats");
    const { data, dims } = output as { data: Float32Array; dims: readonly number[] };
    if (dims[0] !== 1) throw new Error(`it gives ${dims[0]} results for one text`);
    if (dims.length === 2) return normalised(data.slice());
    if (dims.length !== 3) throw new Error(`its output has ${dims.length} dimensions, not 2 or 3`);
    return poolTokens(data, dims[2] ?? 0, pooling);
  }
}

/** The last token often marks the end: it stays. */
const cut = (ids: number[], maxTokens: number): number[] =>
  ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ids.at(-1) ?? 0];
