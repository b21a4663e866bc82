import { expect, test } from "vitest";
import type { Word } from "./page.ts";
import { wordBoxes } from "./word-boxes.ts";

const font = { name: "f", weight: 400, italic: false, monospaced: false };
const word = (text: string, left: number, top: number): Word => ({
  ...{ text, left, top, right: left + 30, bottom: top + 12, ascent: 9, size: 12, font },
  direction: 0,
  spaceBefore: true,
});
const same = <T>(box: T): T => box;

test("words are found in order, also those broken at a line's end", () => {
  const words = [
    word("•", 60, 100),
    word("The", 72, 100),
    word("infor-", 110, 100),
    word("mation", 72, 114.25),
  ];
  expect([...(wordBoxes("The information", words, same) ?? [])]).toEqual([
    ...[0, 720, 1000, 300, 120],
    ...[4, 1100, 1000, 300, 120],
    ...[9, 720, 1143, 300, 120],
  ]);
});

test("a word that stands twice keeps its order, and one beyond what numbers hold is left out", () => {
  const words = [word("a", 0, 0), word("b", 10, 0), word("a", 20, 0), word("c", 7_000, 0)];
  const starts = [...(wordBoxes("a b a c", words, same) ?? [])].filter((_, index) => index % 5 === 0);
  expect(starts).toEqual([0, 2, 4]);
  expect(wordBoxes("other", [word("text", 0, 0)], same)).toBeUndefined();
});
