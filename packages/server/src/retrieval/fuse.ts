import type { Candidate } from "./candidate-source.ts";

/**
 * Joins candidates by words and by meaning into one order: to the cosine of each its BM25 is added. A chunk that has no
 * vector yet is taken to be as near as the middle one of those that were found by the same words.
 *
 * The best score is the better one of the two lists' best, the others' are to it as their sums: so candidates stay low
 * where neither list has a good one. Ties keep the order of the words.
 */
export function fuse(byWords: Candidate[], byMeaning: Candidate[]): Candidate[] {
  const cosines = new Map(byMeaning.map(({ chunkId, sum }) => [chunkId, sum]));
  const words = new Map(byWords.map(({ chunkId, sum }) => [chunkId, sum]));
  const unknown = middle(byWords.flatMap(({ chunkId }) => cosines.get(chunkId) ?? []));
  const fused = [...new Set([...words.keys(), ...cosines.keys()])]
    .map((chunkId) => {
      const cosine = cosines.get(chunkId);
      return { chunkId, cosine, sum: Math.max(0, (cosine ?? unknown) + (words.get(chunkId) ?? 0)) };
    })
    .sort((one, other) => other.sum - one.sum);
  const best = fused[0]?.sum || 1;
  const bestScore = Math.min(1, Math.max(byWords[0]?.score ?? 0, byMeaning[0]?.score ?? 0));
  return fused.map((candidate) => ({ ...candidate, score: (candidate.sum / best) * bestScore }));
}

function middle(values: number[]): number {
  const sorted = values.sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
