import { expect, it } from "vitest";
import { decodeLine } from "./decode-line.ts";
import { splitWords } from "./split-words.ts";

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
