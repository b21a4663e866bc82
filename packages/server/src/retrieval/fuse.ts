import type { Candidate, WordCandidate } from "./candidate-source.ts";

/**
 * What BM25 counts beside a cosine. Any value from .0125 to .025 ranks as well, and so do terms for the share of the
 * question that is matched, or for the number of chunks: docs/decisions/embeddings.md.
 */
const weightOfWords = 0.0175;

/**
 * Joins candidates by words and by meaning into one order: to the cosine of each its BM25 is added. A chunk that has no
 * vector yet is taken to be as near as the middle one of those that were found by the same words.
 *
 * The best score is the better one of the two lists' best, the others' are to it as their sums: so candidates stay low
 * where neither list has a good one. Ties keep the order of the words.
 */
export function fuse(byWords: WordCandidate[], byMeaning: Candidate[]): Candidate[] {
  const cosines = new Map(byMeaning.map(({ chunkId, score }) => [chunkId, score]));
  const words = new Map(byWords.map(({ chunkId, bm25 }) => [chunkId, weightOfWords * bm25]));
  const unknown = middle(byWords.flatMap(({ chunkId }) => cosines.get(chunkId) ?? []));
  const fused = [...new Set([...words.keys(), ...cosines.keys()])]
    .map((chunkId) => ({
      chunkId,
      value: Math.max(0, (cosines.get(chunkId) ?? unknown) + (words.get(chunkId) ?? 0)),
    }))
    .sort((one, other) => other.value - one.value);
  const best = fused[0]?.value || 1;
  const bestScore = Math.min(1, Math.max(byWords[0]?.score ?? 0, byMeaning[0]?.score ?? 0));
  return fused.map(({ chunkId, value }) => ({ chunkId, score: (value / best) * bestScore }));
}

function middle(values: number[]): number {
  const sorted = values.sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
