import { type PackedVectors, type SlotRange, signsOf } from "./packed-vectors.ts";
import type { VectorLoops } from "./vector-loops.ts";

/** A chunk near a question; `score` is the cosine of the two vectors. */
export type NearSlot = { slot: number; score: number };

/** Up to so many vectors each is compared: it takes about as long as looking at the signs of 50,000. */
const comparedAll = 4_096;
/** Vectors with the signs nearest to the question's that are compared, at least and for each hit. */
const minCompared = 1_200;
const comparedPerHit = 10;

/**
 * The slots of the ranges that are nearest to a question above 0, best first; of equal ones those of the lower slot. Among
 * many vectors those whose signs differ the least from the question's are compared.
 */
export function nearestSlots(
  loops: VectorLoops,
  packed: PackedVectors,
  ranges: readonly SlotRange[],
  { query, limit }: { query: Float32Array; limit: number },
): NearSlot[] {
  const count = ranges.reduce((sum, { first, end }) => sum + end - first, 0);
  const wanted = Math.max(minCompared, limit * comparedPerHit);
  const slots =
    count <= comparedAll
      ? slotsIn(ranges, count)
      : closestBySigns(loops, packed, ranges, { asked: signsOf(packed, query), count, wanted });
  const scores = loops.cosines(packed, slots, query);
  const bar = Math.max(0, limit < scores.length ? (scores.toSorted()[scores.length - limit] as number) : 0);
  const near: NearSlot[] = [];
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] as number;
    if (score > 0 && score >= bar) near.push({ slot: slots[at] as number, score });
  }
  return near.sort((one, other) => other.score - one.score || one.slot - other.slot).slice(0, limit);
}

function slotsIn(ranges: readonly SlotRange[], count: number): Uint32Array {
  const slots = new Uint32Array(count);
  let to = 0;
  for (const { first, end } of ranges) for (let slot = first; slot < end; slot++) slots[to++] = slot;
  return slots;
}

/** At least `wanted` slots: all that differ in no more signs than the last of them. */
function closestBySigns(
  loops: VectorLoops,
  packed: PackedVectors,
  ranges: readonly SlotRange[],
  { asked, count, wanted }: { asked: Uint32Array; count: number; wanted: number },
): Uint32Array {
  const differing = new Uint16Array(count);
  let at = 0;
  for (const range of ranges) {
    loops.countDiffering(packed, range, asked, differing, at);
    at += range.end - range.first;
  }
  const slotsAt = new Uint32Array(packed.dimensions + 1);
  for (at = 0; at < count; at++) {
    const signs = differing[at] as number;
    slotsAt[signs] = (slotsAt[signs] as number) + 1;
  }
  let bar = 0;
  let found = slotsAt[0] as number;
  while (found < wanted && bar < packed.dimensions) found += slotsAt[++bar] as number;
  const slots = new Uint32Array(found);
  let to = 0;
  at = 0;
  for (const { first, end } of ranges)
    for (let slot = first; slot < end; slot++) if ((differing[at++] as number) <= bar) slots[to++] = slot;
  return slots;
}
