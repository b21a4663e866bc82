import type { Pooling } from "./encoder-folder.ts";

/** What a model made of a batch: a vector for each token of each text. */
export type TokenVectors = { data: Float32Array; texts: number; tokens: number; dimensions: number };

/** One vector of length 1 for each text. `lengths` are the tokens of each text without padding. */
export function poolTokens(
  { data, texts, tokens, dimensions }: TokenVectors,
  lengths: number[],
  pooling: Pooling,
): Float32Array[] {
  return Array.from({ length: texts }, (_, text) => {
    const start = text * tokens * dimensions;
    if (pooling === "cls") return normalised(data.slice(start, start + dimensions));
    const sum = new Float32Array(dimensions);
    for (let token = 0; token < (lengths[text] ?? tokens); token += 1) {
      const from = start + token * dimensions;
      for (let at = 0; at < dimensions; at += 1) sum[at] = (sum[at] ?? 0) + (data[from + at] ?? 0);
    }
    return normalised(sum);
  });
}

/** Scales to length 1. A vector of zeros, or one that holds no numbers, becomes zeros: it is near to nothing. */
export function normalised(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (!(length > 0) || !Number.isFinite(length)) return vector.fill(0);
  return vector.map((value) => value / length);
}
