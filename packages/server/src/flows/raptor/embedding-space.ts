import type { Space } from "./group-neighbours.ts";

/** Vectors of an embedding model; of length 1. */
export const embeddingSpace: Space<Float32Array> = {
  likeness: (one, other) => one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0),
  centre(vectors) {
    const sum = new Float32Array(vectors[0]?.length ?? 0);
    for (const vector of vectors)
      for (const [at, value] of vector.entries()) sum[at] = (sum[at] ?? 0) + value;
    const length = Math.hypot(...sum) || 1;
    return sum.map((value) => value / length);
  },
};
