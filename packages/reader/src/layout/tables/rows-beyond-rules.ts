import { linesOfWords } from "../lines/page-lines.ts";
import { rowsOfLines, type TextRow } from "../lines/text-rows.ts";
import { type Box, overlap } from "../page/box.ts";
import type { Word } from "../page/page.ts";
import { isValue } from "./figures.ts";
import { isRowOfValues } from "./heading-count.ts";
import { segmentsOfRow } from "./row-segments.ts";

/** How far (in font sizes) text stands from the line that divides it from its table. */
const maxGap = 1;
/** How far rows of totals are below each other, from foot to foot. */
const maxPitch = 2;
const maxHeadingWords = 4;
const maxTotals = 8;

/**
 * Rows outside of the lines of a table that belong to it: its headings where the first line is below them, and totals below
 * the last line. Their parts are over (or under) those of the table.
 */
export function rowsBeyondRules(
  box: Box,
  inside: readonly TextRow[],
  outside: readonly Word[],
): { above: TextRow[]; below: TextRow[] } {
  const [first] = inside;
  // Where the first row is of names, the headings are inside already.
  if (!first || !isValue(segmentsOfRow(first).lines.slice(1).at(-1)?.text ?? ""))
    return { above: [], below: [] };
  const { size } = first;
  const parts = inside.flatMap((row) => segmentsOfRow(row).lines);
  const fits = ({ lines, size: own }: TextRow) =>
    lines.length >= 2 &&
    Math.abs(own - size) < 0.2 * size &&
    lines.every((line) => parts.some((part) => overlap(part.left, part.right, line.left, line.right) > 0));
  const beside = outside.filter(({ left, right }) => left > box.left - size && right < box.right + size);
  const rowsOf = (words: readonly Word[]) => rowsOfLines(linesOfWords(words));
  const [heading, ...further] = rowsOf(
    beside.filter(({ bottom }) => bottom < box.top + 1 && bottom > box.top - 4 * size),
  ).reverse();
  const isHeading =
    heading !== undefined &&
    box.top - heading.bottom < maxGap * size &&
    // A line of a taller heading, or of a table, is not a row of its own.
    !further.some((row) => heading.baseline - row.baseline < maxPitch * size) &&
    isNamed(segmentsOfRow(heading)) &&
    fits(segmentsOfRow(heading));
  const below: TextRow[] = [];
  for (const row of rowsOf(beside.filter(({ top }) => top > box.bottom - 1)).slice(0, maxTotals)) {
    const last = below.at(-1);
    const isNear = last
      ? row.baseline - last.baseline < maxPitch * size
      : row.top - box.bottom < maxGap * size;
    const segments = segmentsOfRow(row);
    if (!isNear || !fits(segments) || !isValue(segments.lines.at(-1)?.text ?? "")) break;
    below.push(row);
  }
  return { above: isHeading ? [heading] : [], below };
}

/** Headings are short, and no numbers. */
const isNamed = (row: TextRow): boolean =>
  !isRowOfValues(row) && row.lines.every(({ words }) => words.length <= maxHeadingWords);
