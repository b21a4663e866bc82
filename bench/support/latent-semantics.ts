import type { Embedder } from "../../packages/server/src/models/embedder.ts";
import { seededRandom } from "./ranking-measures.ts";

/**
 * A stand-in for a trained encoder, where none may be fetched: latent semantic analysis (Deerwester et al. 1990) of the
 * collection itself, by a randomised projection (Halko et al. 2011). It finds texts that share few words with a query, as an
 * encoder does, and less well.
 */
const dimensions = 128;
const iterations = 3;

type Row = [term: number, weight: number][];

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];

export function createLatentSemantics(texts: string[]): Embedder {
  const seen = new Map<string, number>();
  for (const text of texts)
    for (const word of new Set(wordsOf(text))) seen.set(word, (seen.get(word) ?? 0) + 1);
  const kept = [...seen].filter(([, count]) => count > 1 && count < texts.length / 4);
  const termOf = new Map(kept.map(([word], term) => [word, term]));
  const rarity = kept.map(([, count]) => Math.log(texts.length / count));

  const rowOf = (text: string): Row => {
    const counts = new Map<number, number>();
    for (const word of wordsOf(text)) {
      const term = termOf.get(word);
      if (term !== undefined) counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    const row: Row = [...counts].map(([term, count]) => [term, (1 + Math.log(count)) * (rarity[term] ?? 0)]);
    const length = Math.hypot(...row.map(([, weight]) => weight)) || 1;
    return row.map(([term, weight]) => [term, weight / length]);
  };
  const project = (row: Row, basis: Float64Array): Float64Array => {
    const result = new Float64Array(dimensions);
    for (const [term, weight] of row)
      for (let at = 0; at < dimensions; at += 1)
        result[at] = (result[at] ?? 0) + weight * (basis[term * dimensions + at] ?? 0);
    return result;
  };

  const rows = texts.map(rowOf);
  const random = seededRandom(7);
  let basis = Float64Array.from({ length: kept.length * dimensions }, () => random() - 0.5);
  for (let round = 0; round < iterations; round += 1) {
    const next = new Float64Array(basis.length);
    for (const row of rows) {
      const projected = project(row, basis);
      for (const [term, weight] of row)
        for (let at = 0; at < dimensions; at += 1)
          next[term * dimensions + at] = (next[term * dimensions + at] ?? 0) + weight * (projected[at] ?? 0);
    }
    basis = orthonormal(next);
  }
  return {
    space: "latent semantics",
    embed: async (given) => ({
      vectors: given.map((text) => {
        const vector = project(rowOf(text), basis);
        const length = Math.hypot(...vector) || 1;
        return Float32Array.from(vector, (value) => value / length);
      }),
      usage: {},
    }),
  };
}

/** Columns made orthogonal and of length 1, one after the other (modified Gram-Schmidt). */
function orthonormal(matrix: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const rows = matrix.length / dimensions;
  const dot = (one: number, other: number) => {
    let sum = 0;
    for (let row = 0; row < rows; row += 1)
      sum += (matrix[row * dimensions + one] ?? 0) * (matrix[row * dimensions + other] ?? 0);
    return sum;
  };
  for (let column = 0; column < dimensions; column += 1) {
    for (let before = 0; before < column; before += 1) {
      const share = dot(column, before);
      for (let row = 0; row < rows; row += 1)
        matrix[row * dimensions + column] =
          (matrix[row * dimensions + column] ?? 0) - share * (matrix[row * dimensions + before] ?? 0);
    }
    const length = Math.sqrt(dot(column, column)) || 1;
    for (let row = 0; row < rows; row += 1)
      matrix[row * dimensions + column] = (matrix[row * dimensions + column] ?? 0) / length;
  }
  return matrix;
}
