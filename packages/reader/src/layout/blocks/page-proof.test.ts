import { expect, it } from "vitest";
import type { Word } from "../page/page.ts";
import type { Draft } from "./block-element.ts";
import type { PreparedPage } from "./page-blocks.ts";
import { lossOf, proofOfWords, provePage } from "./page-proof.ts";

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

it("gives the words of a page that its elements lack, in lines of their own, and names the page", () => {
  const placed = (text: string, left: number, top: number): Word => ({
    ...(words(text)[0] as Word),
    left,
    right: left + 5 * text.length,
    top,
    bottom: top + 9,
  });
  const shown = [
    placed("Total", 72, 100),
    placed("4711", 72, 300),
    placed("euro", 95, 300),
    placed("x\ufffdzv", 72, 400),
  ];
  const page = { words: shown, width: 600, height: 800 };
  const prepared = {
    ...{ page, shown, margins: { pageNumber: 3 }, isGarbled: false },
    isGarbledWord: ({ text }: { text: string }) => text.includes("\ufffd"),
  } as unknown as PreparedPage;
  const draft = (text: string) => ({ text }) as Draft;
  const { proof, unplaced, doubt } = provePage(prepared, [draft("Total")]);
  expect(unplaced.map(({ text, left, top }) => [text, left, top])).toEqual([["4711 euro", 72, 300]]);
  expect(proof.lost).toEqual(["x\ufffdzv"]);
  expect(doubt).toBe("1 of its 4 words are missing in the text");
  const whole = provePage({ ...prepared, shown: shown.slice(0, 3) }, [draft("Total")]);
  expect(whole.proof).toMatchObject({ share: 1, lost: [] });
  expect(whole.doubt).toBe("2 of its 3 words have no place in its order, and come at its end");
  expect(provePage({ ...prepared, shown: shown.slice(0, 1) }, [draft("Total")]).unplaced).toEqual([]);
});

it("has nothing to miss on an empty page", () => {
  expect(proofOfWords([], ["anything"], sound)).toEqual({ share: 1, lost: [] });
});
