import type { VectorHit } from "../../retrieval/dense/vector-index.ts";

/** Keeps the best of many hits, without keeping the others. */
export type BestHits = {
  /** A hit with no higher score would not be kept. */
  readonly bar: number;
  add(hit: VectorHit): void;
  /** Best first. */
  list(): VectorHit[];
};

/** Hits kept beyond the limit before the worst are dropped: sorting now and then is cheaper than a heap. */
const slack = 512;

export function createBestHits(limit: number): BestHits {
  let hits: VectorHit[] = [];
  let bar = 0;
  const trim = () => {
    hits = hits.sort(byScoreThenPlace).slice(0, limit);
    // Equal scores are still taken: their place decides.
    if (hits.length === limit) bar = Math.max(0, hits.at(-1)?.score ?? 0);
  };
  return {
    get bar() {
      return bar;
    },
    add(hit) {
      hits.push(hit);
      if (hits.length >= limit + slack) trim();
    },
    list() {
      trim();
      return hits;
    },
  };
}

const byScoreThenPlace = (one: VectorHit, other: VectorHit): number =>
  other.score - one.score ||
  (one.fileId < other.fileId ? -1 : one.fileId > other.fileId ? 1 : 0) ||
  one.position - other.position;
