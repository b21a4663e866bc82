import type { ChunkHit } from "./chunk-index.ts";
import { createTermSlots } from "./term-slots.ts";

/** What one pass over the terms of all hits finds out. A slot is a term of the query (these come first) or of a feedback hit. */
export type TermCounts = {
  hitCount: number;
  /** Slots 0..queryTerms-1 are the query's. */
  queryTerms: number;
  size: number;
  /** Occurrences, at `hit * size + slot`. */
  frequencies: Uint16Array;
  /** Terms of each hit. */
  lengths: number[];
  /** Number of hits that have the term. */
  hitsWith: Uint32Array;
  /** 0..1 for each hit: how close neighbouring terms of the query stand together in it. */
  closeness: number[];
};

/** Terms further apart than this say nothing about each other. */
const window = 8;

/** Counts the terms of the query and of the feedback hits in every hit. */
export function countTerms(hits: ChunkHit[], query: number[], feedback: ChunkHit[]): TermCounts {
  const slots = createTermSlots(withTermsOf(query, feedback));
  const queryTerms = new Set(query).size;
  const { size } = slots;
  const frequencies = new Uint16Array(hits.length * size);
  const hitsWith = new Uint32Array(size);
  const lastAt = new Int32Array(queryTerms);
  const closeness = hits.map(({ termHashes }, hit) => {
    const nearness = new Float64Array(Math.max(0, queryTerms - 1));
    lastAt.fill(-window);
    for (let at = 0; at < termHashes.length; at++) {
      const slot = slots.slotOf(termHashes[at] as number);
      if (slot < 0) continue;
      const cell = hit * size + slot;
      const before = frequencies[cell] as number;
      if (before === 0) hitsWith[slot] = (hitsWith[slot] as number) + 1;
      if (before < 0xffff) frequencies[cell] = before + 1;
      if (slot >= queryTerms) continue;
      if (slot > 0) addNearness(nearness, slot - 1, at - (lastAt[slot - 1] as number));
      if (slot + 1 < queryTerms) addNearness(nearness, slot, at - (lastAt[slot + 1] as number));
      lastAt[slot] = at;
    }
    return nearness.length === 0
      ? 0
      : nearness.reduce((sum, near) => sum + near / (near + 1), 0) / nearness.length;
  });
  const lengths = hits.map((hit) => hit.termHashes.length);
  return { hitCount: hits.length, queryTerms, size, frequencies, lengths, hitsWith, closeness };
}

function withTermsOf(query: number[], feedback: ChunkHit[]): Uint32Array {
  const all = new Uint32Array(
    feedback.reduce((sum, { termHashes }) => sum + termHashes.length, query.length),
  );
  all.set(query);
  let at = query.length;
  for (const { termHashes } of feedback) {
    all.set(termHashes, at);
    at += termHashes.length;
  }
  return all;
}

function addNearness(nearness: Float64Array, pair: number, distance: number): void {
  if (distance < window) nearness[pair] = (nearness[pair] as number) + 1 / distance;
}
