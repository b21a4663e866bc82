import { expect, it } from "vitest";
import type { Word } from "../page/page.ts";
import { linesOfWords } from "./page-lines.ts";

const font = { name: "Serif", weight: 400, italic: false, monospaced: false };

/** Words from a left edge on; each letter is half of the font size wide. */
function words(text: string, from: number, baseline: number): Word[] {
  let left = from;
  return text.split(" ").map((part) => {
    const box = { left, right: left + part.length * 5, top: baseline - 10, bottom: baseline + 2 };
    left = box.right + 3;
    return { text: part, ...box, ascent: 10, size: 10, font, direction: 0, spaceBefore: true };
  });
}

/** The same up to a right edge. */
function wordsUpTo(text: string, right: number, baseline: number): Word[] {
  const placed = words(text, 0, baseline);
  const shift = right - (placed.at(-1)?.right ?? 0);
  return placed.map((word) => ({ ...word, left: word.left + shift, right: word.right + shift }));
}

const english = [
  ...words("The committee met in the spring to hear both reports", 72, 100),
  ...words("and will meet again", 72, 112),
];

it("reads a line in two directions as the lines that begin at the same side of the page", () => {
  const mixed = "Blue River Limited עבור 4711 מספר הזמנה";
  const texts = (at: Word[], beside: Word[]) =>
    linesOfWords([...english, ...at, ...beside]).map((line) => line.text);
  const hebrew = texts(wordsUpTo(mixed, 500, 140), wordsUpTo("היום לתשלום", 500, 154));
  expect(hebrew).toContain("הזמנה מספר 4711 עבור Blue River Limited");
  // It begins where the English lines do.
  expect(texts(words(mixed, 72, 140), [])).toContain("Blue River Limited הזמנה מספר 4711 עבור");
});

it("reads a paragraph in two directions as its page, not as the most of its own words", () => {
  const mixed = words("Price: חודש לכל הדירה שכר הוא", 72, 100);
  const text = (isRightToLeftPage?: boolean) => linesOfWords(mixed, isRightToLeftPage)[0]?.text;
  expect(text(false)).toBe("Price: הוא שכר הדירה לכל חודש");
  expect(text()).toBe("הוא שכר הדירה לכל חודש Price:");
});
