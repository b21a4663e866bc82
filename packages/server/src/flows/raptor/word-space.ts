import type { Space } from "./group-neighbours.ts";

/** Terms by their weight; of length 1. */
export type WordVector = ReadonlyMap<number, number>;

/** Weighs terms by how rare they are among chunks: what all of them say distinguishes none. */
export function createWordVectors(chunkTerms: Uint32Array[]): (terms: Iterable<number>) => WordVector {
  const having = new Map<number, number>();
  for (const terms of chunkTerms)
    for (const term of new Set(terms)) having.set(term, (having.get(term) ?? 0) + 1);
  return (terms) => {
    const counts = new Map<number, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    const weighed = new Map<number, number>();
    for (const [term, count] of counts) {
      const rarity = Math.log(1 + chunkTerms.length / (having.get(term) ?? 1));
      weighed.set(term, (1 + Math.log(count)) * rarity);
    }
    return ofLengthOne(weighed);
  };
}

export const wordSpace: Space<WordVector> = {
  likeness(one, other) {
    const [small, large] = one.size < other.size ? [one, other] : [other, one];
    let sum = 0;
    for (const [term, weight] of small) sum += weight * (large.get(term) ?? 0);
    return sum;
  },
  centre(vectors) {
    const sum = new Map<number, number>();
    for (const vector of vectors)
      for (const [term, weight] of vector) sum.set(term, (sum.get(term) ?? 0) + weight);
    return ofLengthOne(sum);
  },
};

function ofLengthOne(vector: Map<number, number>): WordVector {
  let squares = 0;
  for (const weight of vector.values()) squares += weight * weight;
  const length = Math.sqrt(squares) || 1;
  for (const [term, weight] of vector) vector.set(term, weight / length);
  return vector;
}
