import { expect, it } from "vitest";
import type { Word } from "../page/page.ts";
import { lossOf, proofOfWords } from "./page-proof.ts";

const font = { name: "", weight: 400, italic: false, monospaced: false };
const box = { left: 0, top: 0, right: 9, bottom: 9, ascent: 8, size: 9 };
const words = (text: string): Word[] =>
  text.split(" ").map((each) => ({ text: each, ...box, font, direction: 0, spaceBefore: true }));
const sound = () => false;
const lost = (proof: { lost: Word[] }) => proof.lost.map(({ text }) => text);

it("finds all words in other places, pieces and forms", () => {
  const shown = words("con- verted Q UARTERLY ﬁgures …… • 10 3");
  const proof = proofOfWords(shown, ["10^3", "QUARTERLY figures … converted"], sound);
  expect(proof).toEqual({ share: 1, lost: [] });
});

it("names words that are in no text", () => {
  const proof = proofOfWords(words("the total is 4711.50 euro"), ["the total is", "euro"], sound);
  expect(lost(proof)).toEqual(["4711.50"]);
  expect(proof.share).toBeCloseTo(14 / 20);
  const page = { pageNumber: 3, words: 5, share: proof.share, lost: lost(proof) };
  expect(lossOf(page)).toBe("1 of its 5 words are missing in the text");
  expect(lossOf({ ...page, share: 0.99 })).toBeUndefined();
  expect(lossOf({ ...page, lost: [] })).toBeUndefined();
});

it("counts a word that is given once and shown twice, and garbled ones as not given", () => {
  expect(proofOfWords(words("twelve twelve"), ["twelve"], sound).share).toBe(0.5);
  const proof = proofOfWords(words("sound xqzvk"), ["sound xqzvk"], ({ text }) => text === "xqzvk");
  expect(proof).toEqual({ share: 0.5, lost: [] });
});

it("has nothing to miss on an empty page", () => {
  expect(proofOfWords([], ["anything"], sound)).toEqual({ share: 1, lost: [] });
});
