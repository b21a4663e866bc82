import { expect, it } from "vitest";
import { seededRandom } from "../../../testing/documents/seeded-random.ts";
import { countDiffering } from "./count-differing.ts";

it.each([3, 12, 24, 33, 48, 96])("counts what differs in %i words, also when all bits do", (length) => {
  const random = seededRandom(length);
  const word = () => Math.floor(random() * 2 ** 32);
  const asked = Uint32Array.from({ length }, word);
  const words = Uint32Array.from({ length: length * 20 }, word);
  words.set(asked, 0);
  words.set(
    asked.map((bits) => ~bits),
    length,
  );
  const bitsOf = (bits: number) => (bits >>> 0).toString(2).replaceAll("0", "").length;
  for (let place = 0; place < 20; place++) {
    const differing = asked.reduce(
      (sum, bits, at) => sum + bitsOf(bits ^ (words[place * length + at] as number)),
      0,
    );
    expect(countDiffering(words, place * length, asked)).toBe(differing);
  }
  expect(countDiffering(words, length, asked)).toBe(length * 32);
});
