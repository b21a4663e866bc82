import type { Box } from "./box.ts";
import type { Word } from "./page.ts";

/** Numbers of one word in `wordBoxes`: where it begins in the text, then left, top, width, height in tenths of a point. */
export const numbersPerWord = 5;

const tenths = 10;
const maxNumber = 65_535;
/** How far behind the last word the next one is looked for: bullets and dots may have gone from the text. */
const reach = 80;

/**
 * The places of the words of an element, in the order of its text. Words that its text does not have, or has elsewhere, are
 * left out. A word broken at a line's end is two. Undefined where nothing is known.
 */
export function wordBoxes(
  text: string,
  words: readonly Word[],
  toPage: (box: Box) => Box,
): Uint16Array | undefined {
  const numbers = new Uint16Array(words.length * numbersPerWord);
  let filled = 0;
  let after = 0;
  for (const word of words) {
    const place = placeOf(word.text, text, after);
    if (!place || place.start > maxNumber) continue;
    const { left, top, right, bottom } = toPage(word);
    const box = [left, top, right - left, bottom - top].map((points) => Math.round(points * tenths));
    if (box.some((number) => number < 0 || number > maxNumber)) continue;
    numbers.set([place.start, ...box], filled);
    filled += numbersPerWord;
    after = place.end;
  }
  return filled === 0 ? undefined : numbers.slice(0, filled);
}

function placeOf(word: string, text: string, after: number): { start: number; end: number } | undefined {
  // The hyphen of a word that goes on in the next line is not in the text.
  const forms = word.length > 1 && word.endsWith("-") ? [word, word.slice(0, -1)] : [word];
  for (const form of forms) {
    const found = text.slice(after, after + reach + form.length).indexOf(form);
    if (found >= 0) return { start: after + found, end: after + found + form.length };
  }
  return undefined;
}
