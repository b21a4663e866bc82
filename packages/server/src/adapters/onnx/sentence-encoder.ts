import type { InferenceSession } from "onnxruntime-node";
import type { Pooling } from "../../models/encoder-family.ts";
import type { EncoderFolder } from "./encoder-folder.ts";
import { loadTextModel } from "./text-model.ts";

export type Encoded = { vector: Float32Array; tokens: number };

/**
 * Turns a text into a vector of length 1. A text a run: a batch takes longer than its texts one after the other, and with
 * 8-bit models its texts change each other's vectors. Rejects when the model can't be run.
 */
export type SentenceEncoder = (text: string) => Promise<Encoded>;

/** Loads a model into this thread. Rejects when it can't be loaded, or is not a sentence encoder. */
export async function loadSentenceEncoder({ pooling, ...files }: EncoderFolder): Promise<SentenceEncoder> {
  const run = await loadTextModel(files);

  return async (text) => {
    const { outputs, tokens } = await run(text);
    return { vector: vectorOf(outputs), tokens };
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

/** The vector of a text, of length 1, from those of its tokens, one behind the other. */
function poolTokens(data: Float32Array, dimensions: number, pooling: Pooling): Float32Array {
  if (pooling === "cls") return normalised(data.slice(0, dimensions));
  const sum = new Float32Array(dimensions);
  for (let from = 0; from < data.length; from += dimensions)
    for (let at = 0; at < dimensions; at += 1) sum[at] = (sum[at] ?? 0) + (data[from + at] ?? 0);
  return normalised(sum);
}

/** Scales to length 1. A vector of zeros, or one that holds no numbers, becomes zeros: it is near to nothing. */
function normalised(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (!(length > 0) || !Number.isFinite(length)) return vector.fill(0);
  return vector.map((value) => value / length);
}
