import { rowsOfLines, type TextRow } from "../lines/text-rows.ts";
import { overlap } from "../page/box.ts";
import type { Line } from "../page/line.ts";
import { isRowOfValues } from "./heading-count.ts";

/** The rows of one table are no further apart, in font sizes. */
const maxPitch = 3;
/** Rows of numbers are looked for so far from the edge, in font sizes. */
const reach = 10;
const minValueRows = 2;
/** Headings may have so many rows before the numbers begin. */
const maxHeadings = 2;

/**
 * Whether a line at the top or bottom of a page is part of a table without lines: its row has several parts, which stand
 * over (or under) the columns of rows of numbers.
 */
export function isInEdgeRow(line: Line, lines: readonly Line[], place: "top" | "bottom"): boolean {
  const row = lines.filter((other) => Math.abs(other.baseline - line.baseline) < 0.3 * line.size);
  if (row.length < 2) return false;
  const inwards = (other: Line) =>
    place === "top" ? other.baseline - line.baseline : line.baseline - other.baseline;
  const near = lines.filter(
    (other) => inwards(other) > 0.5 * line.size && inwards(other) < reach * line.size && !row.includes(other),
  );
  const rows = rowsOfLines(near);
  if (place === "bottom") rows.reverse();
  const values = valuesInReach(rows, line);
  return values.length >= minValueRows && values.every((value) => standsOver(row, value));
}

/** The first rows of numbers, without a wide gap before them or between them. */
function valuesInReach(rows: readonly TextRow[], line: Line): TextRow[] {
  const values: TextRow[] = [];
  let last = line.baseline;
  for (const [index, row] of rows.entries()) {
    if (Math.abs(row.baseline - last) > maxPitch * line.size) break;
    last = row.baseline;
    if (isRowOfValues(row)) values.push(row);
    else if (values.length > 0 || index >= maxHeadings) break;
    if (values.length >= minValueRows) break;
  }
  return values;
}

/** A running head and a page number may be over two columns by chance, but not over two of numbers. */
function standsOver(row: readonly Line[], { lines: [, ...numbers] }: TextRow): boolean {
  const covered = numbers.filter((number) =>
    row.some((part) => overlap(part.left, part.right, number.left, number.right) > 0),
  );
  return covered.length >= 2 && covered.length >= 0.6 * numbers.length;
}
