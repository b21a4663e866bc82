import { countDiffering } from "./count-differing.ts";
import { type PackedVectors, type SlotRange, signsOf } from "./packed-vectors.ts";

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
  packed: PackedVectors,
  ranges: readonly SlotRange[],
  query: Float32Array,
  limit: number,
): NearSlot[] {
  const count = ranges.reduce((sum, { first, end }) => sum + end - first, 0);
  const slots =
    count <= comparedAll
      ? slotsIn(ranges, count)
      : closestBySigns(packed, ranges, {
          query,
          count,
          wanted: Math.max(minCompared, limit * comparedPerHit),
        });
  const scores = Float64Array.from(slots, (slot) => cosineOf(packed, slot, query));
  const bar = Math.max(0, limit < scores.length ? (scores.toSorted()[scores.length - limit] as number) : 0);
  const near: NearSlot[] = [];
  for (const [at, score] of scores.entries())
    if (score > 0 && score >= bar) near.push({ slot: slots[at] as number, score });
  return near.sort((one, other) => other.score - one.score || one.slot - other.slot).slice(0, limit);
}

/** Four sums side by side take two thirds of the time of one. */
export function cosineOf(
  { dimensions, values, scales }: PackedVectors,
  slot: number,
  query: Float32Array,
): number {
  const start = slot * dimensions;
  const whole = dimensions - (dimensions % 4);
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let at = 0; at < whole; at += 4) {
    a += (values[start + at] as number) * (query[at] as number);
    b += (values[start + at + 1] as number) * (query[at + 1] as number);
    c += (values[start + at + 2] as number) * (query[at + 2] as number);
    d += (values[start + at + 3] as number) * (query[at + 3] as number);
  }
  for (let at = whole; at < dimensions; at++) a += (values[start + at] as number) * (query[at] as number);
  return (a + b + c + d) * (scales[slot] as number);
}

function slotsIn(ranges: readonly SlotRange[], count: number): Uint32Array {
  const slots = new Uint32Array(count);
  let to = 0;
  for (const { first, end } of ranges) for (let slot = first; slot < end; slot++) slots[to++] = slot;
  return slots;
}

/** At least `wanted` slots: all that differ in no more signs than the last of them. */
function closestBySigns(
  packed: PackedVectors,
  ranges: readonly SlotRange[],
  { query, count, wanted }: { query: Float32Array; count: number; wanted: number },
): Uint32Array {
  const asked = signsOf(packed, query);
  const differing = new Uint16Array(count);
  const slotsAt = new Uint32Array(packed.dimensions + 1);
  let at = 0;
  for (const { first, end } of ranges)
    for (let slot = first; slot < end; slot++) {
      const signs = countDiffering(packed.signs, slot * asked.length, asked);
      differing[at++] = signs;
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
