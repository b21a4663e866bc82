import { expect, it } from "vitest";
import { seededRandom } from "../../../testing/documents/seeded-random.ts";
import { newId } from "../../kernel/ids.ts";
import { addSigns, appendVector, createPackedVectors, signsOf, signWords } from "./packed-vectors.ts";
import { createVectorLoops } from "./vector-loops.ts";

const loops = createVectorLoops();

/** More than the memory of the loops holds. */
const countOf = (dimensions: number) => Math.min(8_300, Math.ceil(131_072 / dimensions) + 100);

function packedVectors(dimensions: number, count: number) {
  const random = seededRandom(dimensions);
  const vector = () => {
    const numbers = Float32Array.from({ length: dimensions }, () => random() - 0.4);
    const length = Math.hypot(...numbers);
    return numbers.map((number) => number / length);
  };
  const packed = createPackedVectors(dimensions, count);
  for (let slot = 0; slot < count; slot++) appendVector(packed, newId(), vector());
  addSigns(packed);
  return { packed, query: vector() };
}

it.each([1, 3, 16, 100, 384, 1_024, 4_096])(
  "counts the signs that differ, of %i dimensions",
  (dimensions) => {
    const { packed, query } = packedVectors(dimensions, countOf(dimensions));
    const words = signWords(dimensions);
    const asked = signsOf(packed, query);
    const signs = packed.signs.subarray(0, 2 * words);
    signs.set(asked);
    signs.set(
      asked.map((bits) => ~bits),
      words,
    );
    const out = new Uint16Array(packed.length + 1);
    loops.countDiffering(packed, { first: 0, end: 2 }, asked, out, 0);
    loops.countDiffering(packed, { first: 2, end: packed.length }, asked, out, 2);
    const bitsOf = (bits: number) => (bits >>> 0).toString(2).replaceAll("0", "").length;
    const expected = Array.from({ length: packed.length }, (_, slot) =>
      asked.reduce((sum, bits, at) => sum + bitsOf(bits ^ (packed.signs[slot * words + at] as number)), 0),
    );
    expect(expected.slice(0, 2)).toEqual([0, words * 32]);
    expect([...out]).toEqual([...expected, 0]);
  },
);

it.each([1, 3, 16, 100, 384, 1_024, 4_096])("gives the cosines of slots, of %i dimensions", (dimensions) => {
  const { packed, query } = packedVectors(dimensions, countOf(dimensions));
  const slots = Uint32Array.from({ length: packed.length }, (_, at) => packed.length - 1 - at);
  const exact = (slot: number) =>
    query.reduce(
      (sum, number, at) =>
        sum + number * (packed.values[slot * dimensions + at] as number) * (packed.scales[slot] as number),
      0,
    );
  const cosines = loops.cosines(packed, slots, query);
  for (const [at, slot] of slots.entries())
    expect(Math.abs((cosines[at] as number) - exact(slot))).toBeLessThan(0.000_1);
});

it.each([384, 4_096])(
  "holds the largest sums, and takes a vector of zeros, of %i dimensions",
  (dimensions) => {
    const all = (number: number) => new Float32Array(dimensions).fill(number);
    const packed = createPackedVectors(dimensions, 3);
    for (const vector of [all(1 / Math.sqrt(dimensions)), all(-1 / Math.sqrt(dimensions)), all(0)])
      appendVector(packed, newId(), vector);
    const [same = 0, opposite = 0, zero] = loops.cosines(
      packed,
      Uint32Array.of(0, 1, 2),
      all(1 / Math.sqrt(dimensions)),
    );
    expect(same).toBeCloseTo(1, 3);
    expect(opposite).toBeCloseTo(-1, 3);
    expect(zero).toBe(0);
    expect([...loops.cosines(packed, Uint32Array.of(0, 1), all(0))]).toEqual([0, 0]);
  },
);
