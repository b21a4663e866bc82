import { type Box, contains } from "../page/box.ts";
import type { Word } from "../page/page.ts";

type Sheet = { width: number; height: number; words: readonly Word[] };

/** Page numbers are in this share of the height at its top and bottom. */
const marginShare = 0.14;
const pageNumber = /^[-–(]?(\d{1,4})[-–)]?$/;
/** No word of a spread reaches into this share of the width at its fold. */
const foldShare = 0.01;
const minWordsOnSide = 40;

/**
 * The parts of a sheet that are pages of their own: two when it shows a book lying open, else the whole. Of a spread,
 * each side has its page number, and the right one is the left one plus one.
 */
export function pageHalves({ width, height, words }: Sheet): Box[] {
  const whole = { left: 0, top: 0, right: width, bottom: height };
  if (width < height) return [whole];
  const middle = width / 2;
  const left = { ...whole, right: middle };
  const right = { ...whole, left: middle };
  const fold = foldShare * width;
  if (words.some((word) => word.left < middle - fold && word.right > middle + fold)) return [whole];
  const numbers = words.flatMap((word) => {
    const value = pageNumber.exec(word.text)?.[1];
    const inMargin = word.bottom < marginShare * height || word.top > (1 - marginShare) * height;
    return value !== undefined && inMargin ? [{ word, value: Number(value) }] : [];
  });
  const isSpread = numbers.some(({ word, value }) =>
    numbers.some(
      (other) =>
        isIn(left, word) &&
        isIn(right, other.word) &&
        other.value === value + 1 &&
        Math.abs(other.word.top - word.top) < 0.5 * word.size,
    ),
  );
  const count = (half: Box) => words.filter((word) => isIn(half, word)).length;
  return isSpread && Math.min(count(left), count(right)) >= minWordsOnSide ? [left, right] : [whole];
}

export const isIn = (half: Box, box: Box) =>
  contains(half, (box.left + box.right) / 2, (box.top + box.bottom) / 2);
