import { readFile } from "node:fs/promises";
import { Tokenizer } from "@huggingface/tokenizers";
import type { InferenceSession, Tensor } from "onnxruntime-node";
import type { EncoderFolder } from "./encoder-folder.ts";
import { normalised, poolTokens } from "./pool-tokens.ts";

export type Encoded = { vectors: Float32Array[]; tokens: number };

/** Turns the texts of one batch into vectors of length 1. Rejects when the model can't be run. */
export type SentenceEncoder = (texts: string[]) => Promise<Encoded>;

/** Loads a model into this thread. Rejects when it can't be loaded, or is no sentence encoder. */
export async function loadSentenceEncoder(
  { model, tokenizer, tokenizerConfig, pooling, maxTokens }: EncoderFolder,
  threads: number,
): Promise<SentenceEncoder> {
  const { InferenceSession: Session, Tensor: OrtTensor } = await import("onnxruntime-node");
  const readJson = async (path: string) => JSON.parse(await readFile(path, "utf8")) as object;
  const words = new Tokenizer(
    await readJson(tokenizer),
    tokenizerConfig === null ? {} : await readJson(tokenizerConfig),
  );
  // Without the arena memory is given back: batches of many lengths would make it grow and grow.
  const session = await Session.create(model, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    enableCpuMemArena: false,
    enableMemPattern: false,
  });

  const tokensOf = (text: string) => {
    const { ids, token_type_ids } = words.encode(text, { return_token_type_ids: true });
    return { ids: cut(ids, maxTokens), types: cut(token_type_ids, maxTokens) };
  };

  return async (texts) => {
    const encoded = texts.map(tokensOf);
    const lengths = encoded.map(({ ids }) => ids.length);
    const width = Math.max(1, ...lengths);
    const rows = (valuesOf: (index: number) => ArrayLike<number>): Tensor => {
      const cells = new BigInt64Array(texts.length * width);
      for (const index of texts.keys())
        Array.from(valuesOf(index)).forEach((value, at) => {
          cells[index * width + at] = BigInt(value);
        });
      return new OrtTensor("int64", cells, [texts.length, width]);
    };
    const known: Record<string, () => Tensor> = {
      input_ids: () => rows((index) => encoded[index]?.ids ?? []),
      attention_mask: () => rows((index) => new Uint8Array(lengths[index] ?? 0).fill(1)),
      token_type_ids: () => rows((index) => encoded[index]?.types ?? []),
    };
    const inputs: Record<string, Tensor> = {};
    for (const name of session.inputNames) {
      const make = known[name];
      if (!make) throw new Error(`it asks for the input ${name}, which sentence encoders do not have`);
      inputs[name] = make();
    }
    const vectors = vectorsOf(await session.run(inputs), lengths);
    return { vectors, tokens: lengths.reduce((sum, length) => sum + length, 0) };
  };

  function vectorsOf(outputs: InferenceSession.OnnxValueMapType, lengths: number[]): Float32Array[] {
    const output =
      outputs.sentence_embedding ??
      outputs.last_hidden_state ??
      outputs.token_embeddings ??
      Object.values(outputs)[0];
    if (!output || !(output.data instanceof Float32Array)) throw new Error("it gives no 32-bit floats");
    const { data, dims } = output as { data: Float32Array; dims: readonly number[] };
    const [texts = 0, second = 0, dimensions = 0] = dims;
    if (texts !== lengths.length) throw new Error(`it gives ${texts} results for ${lengths.length} texts`);
    if (dims.length === 2)
      return lengths.map((_, text) => normalised(data.slice(text * second, (text + 1) * second)));
    if (dims.length !== 3) throw new Error(`its output has ${dims.length} dimensions, not 2 or 3`);
    return poolTokens({ data, texts, tokens: second, dimensions }, lengths, pooling);
  }
}

/** The last token often marks the end: it stays. */
const cut = (ids: number[], maxTokens: number): number[] =>
  ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ids.at(-1) ?? 0];
