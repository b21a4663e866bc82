import { expect, test } from "vitest";
import type { Word } from "../page/page.ts";
import { packWordBoxes, unpackWordBoxes } from "./word-boxes.ts";

const font = { name: "f", weight: 400, italic: false, monospaced: false };
const word = (text: string, left: number, top: number): Word => ({
  ...{ text, left, top, right: left + 30, bottom: top + 12, ascent: 9, size: 12, font },
  direction: 0,
  spaceBefore: true,
});
const same = <T>(box: T): T => box;
const boxesOf = (text: string, words: Word[]) => [
  ...unpackWordBoxes(packWordBoxes(text, words, same) ?? new Uint8Array()),
];

test("words are found in order, also those broken at a line's end", () => {
  const words = [
    word("•", 60, 100),
    word("The", 72, 100),
    word("infor-", 110, 100),
    word("mation", 72, 114.4),
  ];
  expect(boxesOf("The information", words)).toEqual([
    { start: 0, left: 72, top: 100, width: 30, height: 12 },
    { start: 4, left: 110, top: 100, width: 30, height: 12 },
    { start: 9, left: 72, top: 114.5, width: 30, height: 12 },
  ]);
});

test("a word that stands twice keeps its order; far and large places survive", () => {
  const words = [word("a", 0, 0), word("b", 10, 0), word("a", 20, 0), word("c", 123_456, 99_999)];
  expect(boxesOf("a b a c", words).map(({ start, left, top }) => [start, left, top])).toEqual([
    [0, 0, 0],
    [2, 10, 0],
    [4, 20, 0],
    [6, 123_456, 99_999],
  ]);
  expect(packWordBoxes("other", [word("text", 0, 0)], same)).toBeUndefined();
});
