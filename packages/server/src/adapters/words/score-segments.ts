import { createBestSlots, type FoundSlot } from "./best-slots.ts";
import type { LivingSegment } from "./join-segments.ts";
import { maxSlots, type Segment, slotsOf } from "./segment.ts";

/** Saturation and length normalisation of BM25. */
const k1 = 1.2;
const b = 0.75;

export type WordQuery = {
  /** What each term counts, by its hash. */
  weights: ReadonlyMap<number, number>;
  /** Only chunks that have one term of each of these lists of hashes. */
  required: readonly (readonly number[])[];
  limit: number;
  /** Whether a chunk may be among the hits; absent: every one. Asked only of chunks that would be. */
  isWanted?: ((segment: number, slot: number) => boolean) | undefined;
};

/** How many chunks that are not gone there are, and the terms of all of them. */
export type WordTotals = { chunks: number; terms: number };

/** A term with its place in the dictionary of each segment, -1 where it has none. */
type AskedTerm = { places: number[]; value: number };

/**
 * BM25 of every chunk that has a term of the query, the best ones first. Term at a time over all postings: what would
 * leave some out costs more than it saves at a million chunks. Sums are made in 64 bits: in 32, chunks tie that should not.
 */
export function scoreSegments(
  parts: readonly LivingSegment[],
  totals: WordTotals,
  query: WordQuery,
): FoundSlot[] {
  const { weights, required, limit, isWanted } = query;
  const placesOf = (hash: number) => parts.map(({ segment }) => placeOf(segment, hash));
  const asked: AskedTerm[] = [];
  for (const [hash, weight] of weights) {
    const places = placesOf(hash);
    const having = parts.reduce((sum, part, at) => sum + countHaving(part, places[at] as number), 0);
    if (having === 0) continue;
    const rarity = Math.log(1 + (totals.chunks - having + 0.5) / (having + 0.5));
    asked.push({ places, value: weight * rarity * (k1 + 1) });
  }
  if (asked.length === 0 || limit === 0) return [];
  const needed = required.map((forms) => forms.map(placesOf));
  const averageLength = totals.terms / totals.chunks || 1;
  const best = createBestSlots(limit);
  let bar = 0;
  for (const [index, part] of parts.entries()) {
    const { segment, dead } = part;
    let found = false;
    for (const { places, value } of asked) {
      const place = places[index] as number;
      if (place < 0) continue;
      addScores(segment, place, value, (k1 * b) / averageLength);
      found = true;
    }
    if (!found) continue;
    const complete = needed.length > 0 ? slotsHavingAll(segment, index, needed) : null;
    for (let slot = 0, end = slotsOf(segment); slot < end; slot++) {
      const score = scores[slot] as number;
      if (score <= bar || dead?.[slot] === 1) continue;
      if (complete && complete[slot] !== needed.length) continue;
      if (isWanted && !isWanted(index, slot)) continue;
      bar = best.add(index, slot, score);
    }
    scores.fill(0, 0, slotsOf(segment));
  }
  return best.list();
}

/** Of the segment that is being looked at; all 0 between two of them. One thread makes one search at a time. */
const scores = new Float64Array(maxSlots);

function addScores(segment: Segment, place: number, value: number, perTerm: number): void {
  const { offsets, slots, counts, lengths } = segment;
  const fixed = k1 * (1 - b);
  for (let at = offsets[place] as number, end = offsets[place + 1] as number; at < end; at++) {
    const slot = slots[at] as number;
    const count = counts[at] as number;
    scores[slot] =
      (scores[slot] as number) + (value * count) / (count + fixed + perTerm * (lengths[slot] as number));
  }
}

/** For each slot how many of the lists it has a form of, counted from the first list up to the first that it lacks. */
function slotsHavingAll(segment: Segment, index: number, needed: number[][][]): Uint16Array {
  const having = new Uint16Array(slotsOf(segment));
  for (const [list, forms] of needed.entries()) {
    for (const places of forms) {
      const place = places[index] as number;
      if (place < 0) continue;
      for (let at = segment.offsets[place] as number; at < (segment.offsets[place + 1] as number); at++) {
        const slot = segment.slots[at] as number;
        if (having[slot] === list) having[slot] = list + 1;
      }
    }
  }
  return having;
}

function placeOf({ dictionary }: Segment, hash: number): number {
  let [low, high] = [0, dictionary.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((dictionary[middle] as number) < hash) low = middle + 1;
    else high = middle;
  }
  return dictionary[low] === hash ? low : -1;
}

/** Chunks with the term, without those that are gone. */
function countHaving({ segment, dead }: LivingSegment, place: number): number {
  if (place < 0) return 0;
  const [start, end] = [segment.offsets[place] as number, segment.offsets[place + 1] as number];
  if (!dead) return end - start;
  let living = 0;
  for (let at = start; at < end; at++) if (dead[segment.slots[at] as number] === 0) living += 1;
  return living;
}
