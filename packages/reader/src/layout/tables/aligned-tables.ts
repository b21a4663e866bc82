import type { TableBlock } from "../lines/table-block.ts";
import { rowsOfLines, type TextRow } from "../lines/text-rows.ts";
import { median } from "../page/box.ts";
import type { Line } from "../page/line.ts";
import { endOfRun } from "./aligned-run.ts";
import { isTableCaption } from "./figures.ts";
import { isRowOfValues } from "./heading-count.ts";
import { segmentsOfRow } from "./row-segments.ts";
import { sideBySide } from "./side-by-side.ts";
import { minRows, tableOfRun } from "./table-of-run.ts";

/**
 * Limits the rows examined per row of the page, because many runs fail early and some overlap. Rows beyond the limit
 * are text.
 */
const maxLooksPerRow = 40;

/**
 * Finds tables that only alignment shows: at least three rows whose parts are in the same columns. Columns of running
 * text are not a table, however well their lines align.
 */
export function findAlignedTables(lines: readonly Line[]): { tables: TableBlock[]; rest: Line[] } {
  const written = rowsOfLines(lines.filter((line) => canBeCell(line.text))).filter(({ lines: parts }) =>
    parts.some(({ text }) => isWritten(text)),
  );
  const inRows = new Set(written.flatMap((row) => row.lines));
  const rest: Line[] = lines.filter((line) => !inRows.has(line));
  const rows = written.map(segmentsOfRow);
  const tables: TableBlock[] = [];
  // Rows from here on are neither in a table nor in the rest yet.
  let open = 0;
  const leave = (end: number) => {
    for (const row of written.slice(open, end)) rest.push(...row.lines);
    open = end;
  };
  let index = 0;
  let looks = maxLooksPerRow * rows.length;
  while (index < rows.length) {
    const end = looks > 0 ? endOfRun(rows, index) : index;
    looks -= Math.max(1, end - index);
    // Lines of headings alone are not a table. The rows below them take them in.
    const isHeading = end > index && !rows.slice(index, end).some(isRowOfValues) && isBodyBelow(rows, end);
    // Wide headings can hide the columns of the numbers below them.
    const values = rows.slice(index, end).findIndex(isRowOfValues);
    if (values > 0 && isContinued(rows, index + values, end)) {
      looks -= end - index;
      index += values;
      continue;
    }
    const table = end - index >= minRows && !isHeading ? tableOfRun(rows.slice(index, end), lines) : null;
    if (table && table !== "prose") {
      const start = startOfHeadings(rows, open, index, end, table);
      const whole = start < index ? tableOfRun(rows.slice(start, end), lines) : null;
      const isWhole = whole !== null && whole !== "prose" && whole.columnCount >= table.columnCount;
      leave(isWhole ? start : index);
      const found = isWhole ? whole : table;
      const beside = sideBySide(found);
      tables.push(...(beside?.tables ?? [found]));
      rest.push(...(beside?.titles ?? []));
      open = end;
      index = end;
      continue;
    }
    // The last lines of text columns are text too, even when there are only a few.
    index = isHeading || table === "prose" ? end : index + 1;
    if (table === "prose") leave(index);
  }
  leave(rows.length);
  return { tables, rest };
}

const isWritten = (text: string): boolean => /[a-z\d]/i.test(text) || /[\p{L}\p{N}]/u.test(text);

/** Signs alone can stand for a missing number, or for yes and no. Dots and lines of dashes are not text. */
const canBeCell = (text: string): boolean =>
  isWritten(text) || /^([-–—*†‡§×%$€£¥|✓✔✗✘●○◯■□☐☑☒↑↓→←]\s?){1,4}$/u.test(text);

/** Whether a table that starts further down reaches further. */
function isContinued(rows: readonly TextRow[], start: number, end: number): boolean {
  const [last, next] = [rows[end - 1], rows[end]];
  if (!last || !next || !isRowOfValues(next)) return false;
  const pitch = last.baseline - (rows[end - 2]?.baseline ?? last.baseline);
  if (next.baseline - last.baseline > Math.max(maxHeadingPitch * next.size, 1.3 * pitch)) return false;
  return endOfRun(rows, start) > end;
}

/** Whether rows of numbers begin right below. */
function isBodyBelow(rows: readonly TextRow[], index: number): boolean {
  const [above, first] = [rows[index - 1], rows[index]];
  if (!above || !first || first.baseline - above.baseline > maxHeadingPitch * first.size) return false;
  const end = endOfRun(rows, index);
  return end - index >= minRows && rows.slice(index, end).filter(isRowOfValues).length >= 0.6 * (end - index);
}

/** A row of headings is no further above the row below it, in font sizes. */
const maxHeadingPitch = 2.6;
const maxHeadings = 8;

/** The first of the lines above a table that are its headings: they are over its columns, close to each other. */
function startOfHeadings(
  rows: readonly TextRow[],
  from: number,
  index: number,
  end: number,
  table: TableBlock,
): number {
  const width = table.right - table.left;
  const pitches = rows
    .slice(index + 1, end)
    .map((row, at) => row.baseline - (rows[index + at]?.baseline ?? 0));
  const typical = median(pitches);
  let start = index;
  for (let at = index - 1; at >= Math.max(from, index - maxHeadings); at -= 1) {
    const [row, below] = [rows[at], rows[at + 1]];
    if (!row || !below || below.baseline - row.baseline > Math.max(maxHeadingPitch * row.size, 1.3 * typical))
      break;
    if (row.size > 1.3 * below.size || row.size < 0.7 * below.size || isRowOfValues(row)) break;
    if (row.left < table.left - row.size || row.right > table.right + 2 * row.size) break;
    if (row.lines.some((line) => isTableCaption(line.text) || line.right - line.left > 0.6 * width)) break;
    // One text at the left or in the middle may be a title or the end of a paragraph, unless headings are above it.
    const isCentred = Math.abs(row.left + row.right - table.left - table.right) / 2 < 1.2 * row.size;
    if (row.lines.length >= 2 || (row.left > table.left + 0.2 * width && !isCentred)) start = at;
  }
  return start;
}
