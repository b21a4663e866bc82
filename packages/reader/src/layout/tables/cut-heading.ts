import { type Column, columnAt } from "../lines/text-rows.ts";
import { median, overlap } from "../page/box.ts";
import { type Line, makeLine } from "../page/line.ts";
import type { Word } from "../page/page.ts";

/** A gap between two headings is wider than this (in font sizes), and than the spaces in them. */
const minGap = 0.45;
const minGapToSpace = 1.6;
/** So many words over as many columns are separate headings, however close they stand. */
const minWords = 3;

/** Cuts a line into the headings of several columns. Close columns leave little room between their headings. */
export function cutHeading(line: Line, columns: readonly Column[]): Line[] {
  const sorted = [...line.words].sort((a, b) => a.left - b.left);
  if (standsOverEach(sorted, columns)) return sorted.map((word) => makeLine([word]));
  const gaps = sorted.slice(1).map((word, index) => word.left - (sorted[index]?.right ?? 0));
  const parts: Word[][] = [];
  sorted.forEach((word, index) => {
    const part = parts.at(-1);
    const gap = gaps[index - 1] ?? 0;
    const others = gaps.filter((_, at) => at !== index - 1);
    const isWide =
      gap > minGap * line.size &&
      (others.length === 0 || gap > minGapToSpace * Math.max(median(others), 0.15 * line.size));
    if (part && !(isWide && columnAt(columns, sorted[index - 1] as Word) !== columnAt(columns, word)))
      part.push(word);
    else parts.push([word]);
  });
  return parts.length === 1 ? [line] : parts.map((words) => makeLine(words));
}

/** Whether each word is over a column of its own. */
function standsOverEach(words: readonly Word[], columns: readonly Column[]): boolean {
  const places = new Set(words.map((word) => columnAt(columns, word)));
  if (words.length < minWords || places.size < words.length) return false;
  return words.every((word) => {
    const { left, right } = columns[columnAt(columns, word)] ?? word;
    const shared = overlap(left, right, word.left, word.right);
    return shared > 0.5 * Math.min(right - left, word.right - word.left);
  });
}
