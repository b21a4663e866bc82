import { bytesOfId, createIdTable, type IdTable, idWords } from "../../kernel/packed-ids.ts";

/**
 * Vectors of one length with the ids of their chunks. A slot is the place of one, 0-based. Of each number 8 bits are kept,
 * which changes a cosine by less than .005, and of these one bit for a first look.
 */
export type PackedVectors = {
  dimensions: number;
  /** Slots that are in use. */
  length: number;
  /** Of each slot the id of its chunk, 4 words. */
  ids: Uint32Array;
  slotOf: IdTable;
  /** The numbers divided by the scale of the vector, -127 to 127. */
  values: Int8Array;
  scales: Float32Array;
  /** Of each number whether it is above the mean of its dimension: one bit, and zeros up to `signWords`. */
  signs: Uint32Array;
  mean: Float32Array;
  /** Slots that have their signs. */
  signed: number;
  /** Slots that there were when the mean was computed. */
  centredAt: number;
};

/** Slots from `first` up to `end`, without it. */
export type SlotRange = { first: number; end: number };

const highest = 127;
/** Vectors that the mean is computed of. */
const meanSample = 4_096;

/** Words of 32 bits that the signs of a vector take: a multiple of four, which are compared at once. */
export const signWords = (dimensions: number): number => Math.ceil(dimensions / 128) * 4;

export function createPackedVectors(dimensions: number, capacity: number): PackedVectors {
  const ids = new Uint32Array(capacity * idWords);
  return {
    ids,
    slotOf: createIdTable(ids),
    values: new Int8Array(capacity * dimensions),
    scales: new Float32Array(capacity),
    signs: new Uint32Array(capacity * signWords(dimensions)),
    mean: new Float32Array(dimensions),
    ...{ dimensions, length: 0, signed: 0, centredAt: 0 },
  };
}

/** The slots of these ranges alone, which are in order, with room for more. */
export function copySlots(
  packed: PackedVectors,
  ranges: readonly SlotRange[],
  capacity: number,
): PackedVectors {
  const { dimensions, ids, values, scales, signs, mean, centredAt } = packed;
  const copy = { ...createPackedVectors(dimensions, capacity), mean, centredAt };
  const words = signWords(dimensions);
  for (const { first, end } of ranges) {
    const to = copy.length;
    copy.ids.set(ids.subarray(first * idWords, end * idWords), to * idWords);
    copy.values.set(values.subarray(first * dimensions, end * dimensions), to * dimensions);
    copy.scales.set(scales.subarray(first, end), to);
    copy.signs.set(signs.subarray(first * words, end * words), to * words);
    copy.length += end - first;
    copy.signed += Math.max(0, Math.min(end, packed.signed) - first);
    for (let slot = to; slot < copy.length; slot++) copy.slotOf.add(slot);
  }
  return copy;
}

/** Appends a vector of this length. There must be room. Call `addSigns` before the next search. */
export function appendVector(packed: PackedVectors, chunkId: string, vector: Float32Array): void {
  const { dimensions, ids, slotOf, values, scales, length: slot } = packed;
  bytesOfId(chunkId, ids, slot * idWords);
  slotOf.add(slot);
  let largest = 0;
  for (let at = 0; at < dimensions; at++) largest = Math.max(largest, Math.abs(vector[at] as number));
  scales[slot] = largest / highest;
  const factor = largest === 0 ? 0 : highest / largest;
  const start = slot * dimensions;
  for (let at = 0; at < dimensions; at++) values[start + at] = Math.round((vector[at] as number) * factor);
  packed.length += 1;
}

/** Gives the slots that lack them their signs. The mean is computed again when there are twice as many vectors as then. */
export function addSigns(packed: PackedVectors): void {
  if (packed.length >= packed.centredAt * 2) {
    packed.mean = meanOf(packed);
    packed.centredAt = packed.length;
    packed.signed = 0;
  }
  const { dimensions, values, scales, signs, mean } = packed;
  const words = signWords(dimensions);
  for (let slot = packed.signed; slot < packed.length; slot++) {
    const scale = scales[slot] as number;
    const start = slot * dimensions;
    for (let word = 0; word < words; word++) {
      let bits = 0;
      for (let at = word * 32; at < Math.min(dimensions, word * 32 + 32); at++)
        if ((values[start + at] as number) * scale > (mean[at] as number)) bits |= 1 << (at & 31);
      signs[slot * words + word] = bits;
    }
  }
  packed.signed = packed.length;
}

/** Signs of a vector that is not packed, about the same mean. */
export function signsOf({ dimensions, mean }: PackedVectors, vector: Float32Array): Uint32Array {
  const signs = new Uint32Array(signWords(dimensions));
  for (let at = 0; at < dimensions; at++)
    if ((vector[at] as number) > (mean[at] as number))
      signs[at >>> 5] = (signs[at >>> 5] as number) | (1 << (at & 31));
  return signs;
}

function meanOf({ dimensions, length, values, scales }: PackedVectors): Float32Array {
  const sums = new Float64Array(dimensions);
  const step = Math.ceil(length / meanSample);
  let counted = 0;
  for (let slot = 0; slot < length; slot += step, counted += 1)
    for (let at = 0; at < dimensions; at++)
      sums[at] = (sums[at] as number) + (values[slot * dimensions + at] as number) * (scales[slot] as number);
  return Float32Array.from(sums, (sum) => sum / (counted || 1));
}

/** What the arrays take in memory. */
export const bytesOf = ({ ids, values, scales, signs }: PackedVectors): number =>
  // The table of ids takes one to two words a slot.
  ids.byteLength * 1.5 + values.byteLength + scales.byteLength + signs.byteLength;
