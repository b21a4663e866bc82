import type { Candidate } from "../../packages/server/src/retrieval/candidate-source.ts";

/** As published (Cormack et al. 2009). */
const constant = 60;

/** Reciprocal rank fusion: the other way to join two lists, which looks at places only. */
export function reciprocalRanks(...lists: Candidate[][]): Candidate[] {
  const sums = new Map<string, number>();
  for (const list of lists)
    for (const [at, { chunkId }] of list.entries())
      sums.set(chunkId, (sums.get(chunkId) ?? 0) + 1 / (constant + at + 1));
  return [...sums]
    .map(([chunkId, score]) => ({ chunkId, score }))
    .sort((one, other) => other.score - one.score);
}
