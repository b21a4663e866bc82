import { type LineSurroundings, wordsInReadingOrder } from "./bidirectional-order.ts";
import { around, type Box } from "./box.ts";
import { leftwardText } from "./leftward-text.ts";
import type { Word } from "./page.ts";
import { isUnspaced } from "./script.ts";

/**
 * A line: words on one baseline with no gap wider than a word space. It can be a line of a column, a table cell, or a
 * label.
 */
export type Line = Box & {
  /** In logical order. */
  words: Word[];
  text: string;
  baseline: number;
  /** Font size of most of its characters. */
  size: number;
  bold: boolean;
  italic: boolean;
  monospaced: boolean;
  rightToLeft: boolean;
};

/** A gap between words of different text objects is a space when it is wider than this share of the font size. */
const minSpaceWidth = 0.15;

/** A bullet of another font before fixed-width type begins an item, and no line of code. */
const isBullet = (word: Word | undefined): boolean =>
  word !== undefined && !word.font.monospaced && /^[•‣⁃∙●○◦▪▫■□▶►◆◇❖➢➤✓✔]$/u.test(word.text);

/** Makes a line from words in any order. */
export function makeLine(unordered: Word[], surroundings?: LineSurroundings): Line {
  const { words, rightToLeft } = wordsInReadingOrder(unordered, surroundings);
  let total = 0;
  let bold = 0;
  let italic = 0;
  let monospaced = 0;
  let dominant = words[0];
  let longest = 0;
  for (const word of words) {
    const length = word.text.length;
    total += length;
    if (word.font.weight >= 600) bold += length;
    if (word.font.italic) italic += length;
    if (word.font.monospaced) monospaced += length;
    // The longest word decides; of equally long words, the larger. Superscripts are short and small.
    const weight = length * word.size;
    if (weight > longest) {
      longest = weight;
      dominant = word;
    }
  }
  return {
    words,
    text: rightToLeft ? leftwardText(words) : joinWords(words),
    ...around(words),
    baseline: dominant ? dominant.top + dominant.ascent : 0,
    size: dominant?.size ?? 0,
    bold: bold > 0.9 * total,
    italic: italic > 0.7 * total,
    monospaced: monospaced > 0.8 * total && !isBullet(words[0]),
    rightToLeft,
  };
}

/** Joins words in logical order. A space goes where the page has one, or where the words stand apart. */
export function joinWords(words: readonly Word[]): string {
  let text = "";
  let before: Word | undefined;
  for (const word of words) {
    if (before) text += between(before, word);
    text += word.text;
    before = word;
  }
  return text;
}

/** What is between two words: nothing, a space, or the sign of an exponent. */
function between(before: Word, word: Word): string {
  const isPower = /\p{Nd}$/u.test(before.text) && signed.test(word.text) && isRaised(before, word);
  // A negative exponent is no mark of a footnote, even where formulas leave a little room before it.
  if (isPower && word.left - before.right < 0.5 * before.size) return "^";
  if (standsApart(before, word)) return " ";
  if (!/^\p{Nd}/u.test(word.text) || !isRaised(before, word)) return "";
  // 10³ is not 103, and the mark of a footnote is not part of its word. A unit keeps its exponent: km2.
  if (/\p{Nd}$/u.test(before.text)) return "^";
  return /^\P{L}*\p{L}{1,2}$/u.test(before.text) ? "" : " ";
}

const signed = /^[-−–]\p{Nd}*$/u;

function isRaised(before: Word, word: Word): boolean {
  return (
    word.size < 0.85 * before.size && word.top + word.ascent < before.top + before.ascent - 0.2 * before.size
  );
}

function standsApart(before: Word, word: Word): boolean {
  const gap = Math.max(word.left - before.right, before.left - word.right);
  const size = Math.min(before.size, word.size);
  if (isUnspaced(before.text.slice(-1)) && isUnspaced(word.text.slice(0, 1))) return gap > 0.8 * size;
  return gap > minSpaceWidth * size || (word.spaceBefore && gap > -0.1 * size);
}
