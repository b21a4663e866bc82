import type { ChunkHit } from "./chunk-index.ts";
import { partsBegin, titleEnd } from "./search-terms.ts";
import { createTermSlots } from "./term-slots.ts";

/** What one pass over the terms of all hits finds out. A slot is a term of the query (these come first) or of a feedback hit. */
export type TermCounts = {
  /** Of the sample. */
  hitCount: number;
  /** Slots 0..queryTerms-1 are the query's. */
  queryTerms: number;
  size: number;
  /** Occurrences, at `hit * size + slot`. */
  frequencies: Uint16Array;
  /** Terms of each hit. */
  lengths: number[];
  /** Of the sample. */
  averageLength: number;
  /** Number of hits of the sample that have the term. */
  hitsWith: Uint32Array;
  /**
   * For each term of the query the sum of 1 / distance² to the next other terms of the query, at `hit * queryTerms +
   * slot` (Büttcher et al. 2006, without the rarity of the other term).
   */
  closeness: Float64Array;
};

/**
 * Counts the terms of the query, given by the hashes of their forms, and of the feedback hits in every hit. Statistics
 * are those of the first `sample` hits, so that they are the same for longer lists.
 */
export function countTerms(
  hits: ChunkHit[],
  sample: number,
  query: readonly ArrayLike<number>[],
  feedback: ChunkHit[],
): TermCounts {
  const slots = createTermSlots(query, termsOfAll(feedback));
  const { size } = slots;
  const queryTerms = query.length;
  const frequencies = new Uint16Array(hits.length * size);
  const hitsWith = new Uint32Array(size);
  const closeness = new Float64Array(hits.length * queryTerms);
  for (const [hit, { termHashes }] of hits.entries()) {
    const row = hit * queryTerms;
    let lastAt = -1;
    let last = -1;
    let apart = false;
    for (let at = 0; at < termHashes.length; at++) {
      const hash = termHashes[at] as number;
      if (hash === titleEnd) {
        last = -1;
        continue;
      }
      if (hash === partsBegin) apart = true;
      const slot = slots.slotOf(hash);
      if (slot < 0) continue;
      const cell = hit * size + slot;
      const before = frequencies[cell] as number;
      if (before === 0 && hit < sample) hitsWith[slot] = (hitsWith[slot] as number) + 1;
      if (before < 0xffff) frequencies[cell] = before + 1;
      if (slot >= queryTerms || apart) continue;
      if (last >= 0 && last !== slot) {
        const near = 1 / (at - lastAt) ** 2;
        closeness[row + slot] = (closeness[row + slot] as number) + near;
        closeness[row + last] = (closeness[row + last] as number) + near;
      }
      last = slot;
      lastAt = at;
    }
  }
  const lengths = hits.map((hit) => hit.termHashes.length);
  const sampled = lengths.slice(0, sample);
  const averageLength = sampled.reduce((sum, length) => sum + length, 0) / sampled.length || 1;
  const hitCount = sampled.length;
  return { hitCount, queryTerms, size, frequencies, lengths, averageLength, hitsWith, closeness };
}

function termsOfAll(hits: ChunkHit[]): Uint32Array {
  const all = new Uint32Array(hits.reduce((sum, { termHashes }) => sum + termHashes.length, 0));
  let at = 0;
  for (const { termHashes } of hits) {
    for (const hash of termHashes) if (hash !== titleEnd && hash !== partsBegin) all[at++] = hash;
  }
  return all.subarray(0, at);
}
