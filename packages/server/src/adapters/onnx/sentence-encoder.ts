import type { InferenceSession } from "onnxruntime-node";
import type { WordVectors } from "../../models/embedder.ts";
import type { Pooling } from "../../models/encoder-family.ts";
import type { EncoderFolder } from "./encoder-folder.ts";
import { normalised } from "./length-one.ts";
import { loadTextModel } from "./text-model.ts";
import { wordVectors } from "./word-vectors.ts";

/** `words`: whether each word gets its vector, too. */
export type EncoderInput = { text: string; words?: boolean };

/** `words`: absent where they were not asked for, and of a model that gives one vector for a text only. */
export type Encoded = { vector: Float32Array; tokens: number; words?: WordVectors };

/**
 * Turns a text into a vector of length 1. A text a run: a batch takes longer than its texts one after the other, and with
 * 8-bit models its texts change each other's vectors. Rejects when the model can't be run.
 */
export type SentenceEncoder = (input: EncoderInput) => Promise<Encoded>;

/** Loads a model into this thread. Rejects when it can't be loaded, or is not a sentence encoder. */
export async function loadSentenceEncoder({ pooling, ...files }: EncoderFolder): Promise<SentenceEncoder> {
  const run = await loadTextModel(files);

  return async ({ text, words = false }) => {
    const { outputs, tokens } = await run(text);
    const { data, dims } = outputOf(outputs);
    if (dims.length === 2) return { vector: normalised(data.slice()), tokens: tokens.length };
    if (dims.length !== 3) throw new Error(`its output has ${dims.length} dimensions, not 2 or 3`);
    return {
      vector: poolTokens(data, dims[2] ?? 0, pooling),
      tokens: tokens.length,
      ...(words && { words: wordVectors(tokens, data, dims[2] ?? 0) }),
    };
  };

  function outputOf(outputs: InferenceSession.OnnxValueMapType) {
    const output =
      outputs.sentence_embedding ??
      outputs.last_hidden_state ??
      outputs.token_embeddings ??
      Object.values(outputs)[0];
    if (!output || !(output.data instanceof Float32Array)) throw new Error("it gives no 32-bit floats");
    const { data, dims } = output as { data: Float32Array; dims: readonly number[] };
    if (dims[0] !== 1) throw new Error(`it gives ${dims[0]} results for one text`);
    return { data, dims };
  }
}

/** The vector of a text, of length 1, from those of its tokens, one behind the other. */
function poolTokens(data: Float32Array, dimensions: number, pooling: Pooling): Float32Array {
  if (pooling === "cls") return normalised(data.slice(0, dimensions));
  const sum = new Float32Array(dimensions);
  for (let from = 0; from < data.length; from += dimensions)
    for (let at = 0; at < dimensions; at += 1) sum[at] = (sum[at] ?? 0) + (data[from + at] ?? 0);
  return normalised(sum);
}
