import { expect, it } from "vitest";
import { placeWords } from "./place-words.ts";

const line = (text: string, height: number, direction: 0 | 90 | 180 | 270 = 0) => {
  const level = direction % 180 === 0;
  return {
    left: 100,
    top: 200,
    right: level ? 500 : 100 + height,
    bottom: level ? 200 + height : 600,
    words: [{ text, start: 0.25, end: 0.5, score: 0.9 }],
    score: 0.9,
    direction,
  };
};
const heightOf = (text: string, height: number) => placeWords(line(text, height))[0]?.letterHeight ?? 0;

it("measures letters by which of them a line has: lines of one size have one height", () => {
  // The font size is 40: ink of .93, .72 and .5, and .32 around it.
  const full = heightOf("Typography", 40 * (0.93 + 0.32));
  expect(heightOf("Harbour", 40 * (0.72 + 0.32))).toBeCloseTo(full);
  expect(heightOf("source", 40 * (0.5 + 0.32))).toBeCloseTo(full);
  expect(heightOf("港务局", 40 * (0.93 + 0.32))).toBeCloseTo(full);
});

it.each([
  [0, { left: 200, right: 300 }],
  [180, { left: 300, right: 400 }],
  [90, { top: 300, bottom: 400 }],
  [270, { top: 400, bottom: 500 }],
] as const)("places a word of a line that runs by %s degrees", (direction, place) => {
  const [word] = placeWords(line("word", 50, direction));
  expect(word).toMatchObject({ ...place, direction, confidence: 90 });
});
