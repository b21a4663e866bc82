import type { Pooling } from "../../models/encoder-family.ts";

/** The vector of a text, of length 1, from those of its tokens, one behind the other. */
export function poolTokens(data: Float32Array, dimensions: number, pooling: Pooling): Float32Array {
  if (pooling === "cls") return normalised(data.slice(0, dimensions));
  const sum = new Float32Array(dimensions);
  for (let from = 0; from < data.length; from += dimensions)
    for (let at = 0; at < dimensions; at += 1) sum[at] = (sum[at] ?? 0) + (data[from + at] ?? 0);
  return normalised(sum);
}

/** Scales to length 1. A vector of zeros, or one that holds no numbers, becomes zeros: it is near to nothing. */
export function normalised(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (!(length > 0) || !Number.isFinite(length)) return vector.fill(0);
  return vector.map((value) => value / length);
}
