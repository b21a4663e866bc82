import type { ChunkHit } from "./chunk-index.ts";
import { inOrderOfScore } from "./order-hits.ts";
import { partsBegin, titleEnd } from "./search-terms.ts";
import { createTermSlots } from "./term-slots.ts";

/** A hit with its final score, 0..1. */
export type RankedHit = { hit: ChunkHit; score: number };

/** A term of the query for ranking. */
export type RankedTerm = {
  /** Hashes of the forms that count as the term. */
  hashes: readonly number[];
  weight: number;
  /** How much of the term a hit covers that has it: 1, or less when the term only stands for one like it. */
  credit: number;
};

/** Hits that say how common the terms are, however many are asked for: the scores must not depend on that. */
export const sampledHits = 40;

/**
 * Hits in the order of BM25. The best one's score is the share of the query that it covers, rare terms counting more; the
 * others' are to it as their BM25. So 1 means that a chunk has every term asked for, and a query that no chunk answers
 * well gets low scores throughout.
 */
export function rank(all: ChunkHit[], terms: RankedTerm[]): RankedHit[] {
  const hits = inOrderOfScore(all);
  const best = hits[0];
  if (!best) return [];
  const scale = coverageOf(best, hits.slice(0, sampledHits), terms) / best.score;
  return hits.map((hit) => ({ hit, score: Math.min(1, hit.score * scale) }));
}

/** Share of the query's terms that a hit has, weighted by how few of the sample have them. */
function coverageOf(hit: ChunkHit, sample: ChunkHit[], terms: RankedTerm[]): number {
  const slots = createTermSlots(terms.map(({ hashes }) => hashes));
  const termsIn = ({ termHashes }: ChunkHit): Set<number> => {
    const found = new Set<number>();
    for (const hash of termHashes) {
      const slot = hash === titleEnd || hash === partsBegin ? -1 : slots.slotOf(hash);
      if (slot >= 0) found.add(slot);
    }
    return found;
  };
  const having = new Uint32Array(terms.length);
  for (const each of sample) for (const slot of termsIn(each)) having[slot] = (having[slot] ?? 0) + 1;
  const own = termsIn(hit);
  let covered = 0;
  let total = 0;
  for (const [slot, { weight, credit }] of terms.entries()) {
    // Never nothing, also where all hits have the term.
    const value = weight * Math.log(1 + (sample.length + 1) / ((having[slot] ?? 0) + 0.5));
    total += value;
    if (own.has(slot)) covered += credit * value;
  }
  return total === 0 ? 0 : covered / total;
}
