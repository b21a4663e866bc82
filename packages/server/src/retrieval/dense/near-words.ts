import type { WordVectors } from "../../models/embedder.ts";

/** The signs of the vectors of words, a bit a dimension, one behind the other. */
export type PackedWords = Uint8Array;

const bytesOf = (dimensions: number): number => Math.ceil(dimensions / 8);

export function packWords({ texts, vectors }: WordVectors): PackedWords {
  const dimensions = vectors.length / (texts.length || 1);
  const bytes = bytesOf(dimensions);
  const packed = new Uint8Array(texts.length * bytes);
  for (let word = 0; word < texts.length; word += 1)
    for (let at = 0; at < dimensions; at += 1)
      if ((vectors[word * dimensions + at] ?? 0) > 0)
        packed[word * bytes + (at >> 3)] = (packed[word * bytes + (at >> 3)] ?? 0) | (1 << (at & 7));
  return packed;
}

/** What the mean of a cosine by signs has to be multiplied by, where numbers are spread as a bell. */
const ofSigns = Math.sqrt(Math.PI / 2);

/**
 * Reads for each word of a question the cosine of the nearest word of a text. The question's vectors are whole, those of texts
 * signs: such cosines are off by some .04. The sums over eight signs each are worked out once.
 */
export function createNearest({ texts, vectors }: WordVectors): (words: PackedWords) => number[] {
  const dimensions = vectors.length / (texts.length || 1);
  const bytes = bytesOf(dimensions);
  const sums = texts.map((_, word) =>
    signSums(vectors.subarray(word * dimensions, (word + 1) * dimensions), bytes),
  );
  return (words) =>
    sums.map((ofWord) => {
      let nearest = -1;
      for (let from = 0; from < words.length; from += bytes) {
        let sum = 0;
        for (let at = 0; at < bytes; at += 1) sum += ofWord[at * 256 + (words[from + at] ?? 0)] ?? 0;
        nearest = Math.max(nearest, (sum * ofSigns) / Math.sqrt(dimensions));
      }
      return nearest;
    });
}

/** For each byte of signs and each of its 256 values, the sum of the numbers with these signs. */
function signSums(vector: Float32Array, bytes: number): Float32Array {
  const sums = new Float32Array(bytes * 256);
  for (let at = 0; at < bytes; at += 1) {
    const eight = vector.subarray(at * 8, at * 8 + 8);
    sums[at * 256] = -eight.reduce((sum, value) => sum + value, 0);
    for (let bits = 1; bits < 256; bits += 1) {
      const lowest = 31 - Math.clz32(bits & -bits);
      sums[at * 256 + bits] = (sums[at * 256 + (bits & (bits - 1))] ?? 0) + 2 * (eight[lowest] ?? 0);
    }
  }
  return sums;
}
