import type { PackedVectors, SlotRange } from "./packed-vectors.ts";
import { instantiateSimd } from "./simd-module.ts";

/** What is computed of many vectors at a time. */
export type VectorLoops = {
  /** Writes, from `to` on, in how many signs each slot of the range differs from the signs asked about. */
  countDiffering(
    packed: PackedVectors,
    range: SlotRange,
    asked: Uint32Array,
    out: Uint16Array,
    to: number,
  ): void;
  /** The cosine of each slot with a vector of length 1. */
  cosines(packed: PackedVectors, slots: Uint32Array, query: Float32Array): Float64Array;
};

const pageBytes = 65_536;
/** The memory of the loops: what is asked about, the results, and the vectors, which are copied into it piece by piece. */
const resultsAt = pageBytes;
const vectorsAt = 2 * pageBytes;
const pages = 4;
const vectorBytes = (pages - 2) * pageBytes;
const maxResults = pageBytes / 4;
const blockBytes = 16;
const maxNumber = 32_767;
/** Products of numbers of 8 bits are added up in 32. */
const maxSum = 2 ** 31 / 128;

export function createVectorLoops(): VectorLoops {
  const { memory, differing, products } = instantiateSimd(pages);
  const words = new Uint32Array(memory.buffer);
  const bytes = new Int8Array(memory.buffer);
  const halves = new Int16Array(memory.buffer);
  const counts = new Uint16Array(memory.buffer, resultsAt, maxResults);
  const sums = new Int32Array(memory.buffer, resultsAt, maxResults);
  const piece = (bytesOfEach: number) => Math.min(maxResults, Math.floor(vectorBytes / bytesOfEach));

  return {
    countDiffering({ signs }, { first, end }, asked, out, to) {
      const blocks = asked.byteLength / blockBytes;
      const atOnce = piece(asked.byteLength);
      words.set(asked);
      for (let slot = first; slot < end; slot += atOnce) {
        const next = Math.min(end, slot + atOnce);
        words.set(signs.subarray(slot * asked.length, next * asked.length), vectorsAt / 4);
        differing(vectorsAt, next - slot, blocks, 0, resultsAt);
        out.set(counts.subarray(0, next - slot), to + slot - first);
      }
    },

    cosines({ dimensions, values, scales }, slots, query) {
      const blocks = Math.ceil(dimensions / blockBytes);
      const atOnce = piece(blocks * blockBytes);
      const largest = query.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
      const factor = largest === 0 ? 0 : Math.min(maxNumber, Math.floor(maxSum / dimensions)) / largest;
      // Zeros after the last number: whatever follows a vector in the memory, its product is 0.
      halves.fill(0, 0, blocks * blockBytes);
      for (let at = 0; at < dimensions; at++) halves[at] = Math.round((query[at] as number) * factor);
      const cosines = new Float64Array(slots.length);
      for (let from = 0; from < slots.length; from += atOnce) {
        const some = slots.subarray(from, from + atOnce);
        for (let at = 0; at < some.length; at++) {
          const start = (some[at] as number) * dimensions;
          bytes.set(values.subarray(start, start + dimensions), vectorsAt + at * blocks * blockBytes);
        }
        products(vectorsAt, some.length, blocks, 0, resultsAt);
        for (let at = 0; at < some.length; at++)
          cosines[from + at] =
            factor && ((sums[at] as number) * (scales[some[at] as number] as number)) / factor;
      }
      return cosines;
    },
  };
}
