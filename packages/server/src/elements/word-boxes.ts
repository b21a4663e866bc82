import { type BoundingBox, numbersPerWord } from "@headwater/reader";

const tenths = 10;

/** The smallest box around the words of a text from `start` to `end`, in points. Undefined when none of them is known. */
export function boxOfWords(
  words: Uint16Array,
  { start, end }: { start: number; end: number },
): BoundingBox | undefined {
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let right = 0;
  let bottom = 0;
  for (let at = 0; at + numbersPerWord <= words.length; at += numbersPerWord) {
    const [from = 0, x = 0, y = 0, width = 0, height = 0] = words.subarray(at, at + numbersPerWord);
    const next = words[at + numbersPerWord] ?? Number.POSITIVE_INFINITY;
    // A word reaches to the next one. Of the last one only the beginning is known.
    if (from >= end || next <= start || (from < start && next === Number.POSITIVE_INFINITY)) continue;
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  if (right === 0) return undefined;
  return {
    left: left / tenths,
    top: top / tenths,
    width: (right - left) / tenths,
    height: (bottom - top) / tenths,
  };
}
