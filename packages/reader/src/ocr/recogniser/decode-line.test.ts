import { expect, it } from "vitest";
import { decodeLine } from "./decode-line.ts";
import { lineScore, splitWords } from "./split-words.ts";

const characters = ["a", "b", "e\u0301", " "];

/** Scores of a line from the class of each step: 0 for none. */
const scores = (...classes: number[]) => {
  const rows = new Float32Array(classes.length * (characters.length + 1));
  classes.forEach((at, step) => {
    rows[step * (characters.length + 1) + at] = 0.8;
  });
  return rows;
};

it("reads a character where it begins, and twice where nothing stands between", () => {
  const read = decodeLine(scores(1, 1, 0, 1, 2, 0), characters);
  expect(read.map(({ text, step }) => [text, step])).toEqual([
    ["a", 0],
    ["a", 3],
    ["b", 4],
  ]);
});

it("makes words of what spaces separate, with their places along the line", () => {
  const words = splitWords(decodeLine(scores(1, 0, 2, 0, 4, 4, 0, 3, 0, 0), characters), 10);
  expect(words).toEqual([
    { text: "ab", start: 0, end: expect.closeTo(0.4), score: expect.closeTo(0.8) },
    { text: "é", start: expect.closeTo(0.6), end: 1, score: expect.closeTo(0.8) },
  ]);
});

it("has no words in a line without characters", () => {
  expect(splitWords(decodeLine(scores(0, 0, 4, 0), characters), 4)).toEqual([]);
});

it("is unsure of a long line with a few commas, however sure it is of these, and counts no spaces", () => {
  const line = (text: string) => [...text].map((one, step) => ({ text: one, step, score: 0.98 }));
  expect(lineScore(line("Harbour dues"), 6)).toBeCloseTo(0.98);
  // A price with a wide leader before it.
  expect(lineScore(line("Tea 4"), 12)).toBeGreaterThan(0.85);
  expect(lineScore(line(",  ,   "), 20)).toBeLessThan(0.5);
});
