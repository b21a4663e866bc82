import type { ChunkHit } from "./chunk-index.ts";

/** Scores that differ by less are equal: parts of an index may add up the same terms in another order. */
const precision = 1e4;

export const roundedScore = ({ score }: ChunkHit): number => Math.round(score * precision);

/**
 * Best first. Hits that are equally good are ordered by their terms, so that the order is the same whenever, and under
 * whatever ids, documents were added; then by file and position.
 */
export const inOrderOfScore = (hits: ChunkHit[]): ChunkHit[] =>
  [...hits].sort((one, other) => roundedScore(other) - roundedScore(one) || byContent(one, other));

function byContent(one: ChunkHit, other: ChunkHit): number {
  const [a, b] = [one.termHashes, other.termHashes];
  if (a.length !== b.length) return a.length - b.length;
  for (let at = 0; at < a.length; at++) {
    const difference = (a[at] as number) - (b[at] as number);
    if (difference !== 0) return difference;
  }
  return one.fileId < other.fileId ? -1 : one.fileId > other.fileId ? 1 : one.position - other.position;
}
