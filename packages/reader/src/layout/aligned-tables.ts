import { median, overlap } from "./box.ts";
import { isListing } from "./code-listing.ts";
import type { Line } from "./line.ts";
import { listMarker } from "./list-marker.ts";
import { areTextColumns, beginTogether } from "./running-text.ts";
import type { TableBlock } from "./table-block.ts";
import { minEdgeGap } from "./tables/body-rows.ts";
import { isChart, isContents } from "./tables/chart-or-contents.ts";
import { isOfValues, isTableCaption } from "./tables/figures.ts";
import { isRowOfValues } from "./tables/heading-count.ts";
import { segmentsOfRow } from "./tables/row-segments.ts";
import { sideBySide } from "./tables/side-by-side.ts";
import { columnsOfText, tableOfText, tableText } from "./tables/table-of-text.ts";
import { type Column, columnAt, isProse, rowsOfLines, type TextRow } from "./text-rows.ts";

/** Minimum number of rows with several cells that make a table without lines. */
const minRows = 3;

/**
 * Limits the rows examined per row of the page, because many runs fail early and some overlap. Rows beyond the limit
 * are text.
 */
const maxLooksPerRow = 40;

/**
 * Finds tables that only alignment shows: at least three rows whose parts stand in the same columns. Columns of running
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
    // Lines of headings alone are no table. The rows below them take them in.
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

/** Signs alone can stand for a missing number. Dots and lines of dashes are no text. */
const canBeCell = (text: string): boolean => isWritten(text) || /^([-–—*†‡§×%$€£¥]\s?){1,4}$/u.test(text);

/** One past the last row that fits into the columns of the rows before it. */
function endOfRun(rows: readonly TextRow[], start: number): number {
  const first = rows[start];
  if (!first || first.lines.length < 2) return start;
  let columns = first.lines.map(({ left, right }) => ({ left, right }));
  let end = start + 1;
  let lastFull = end;
  let typicalPitch = 0;
  while (end < rows.length) {
    const row = rows[end];
    const above = rows[end - 1];
    if (!row || !above) break;
    const pitch = row.baseline - above.baseline;
    // When more columns agree, chance is less likely, so the rows may be further apart.
    const reach = columns.length >= 4 || row.lines.length >= 3 ? 4.5 : typicalPitch > 0 ? 2.6 : 3.2;
    const widest = Math.max(1.7 * typicalPitch, reach * row.size);
    if (pitch > widest) break;
    // Text of another size belongs to something else.
    if (row.size > 1.3 * first.size || row.size < 0.7 * first.size) break;
    const next = fitColumns(columns, row.lines);
    if (!next) break;
    // Some lines may continue a cell. Where each row is a separate block, many may.
    const isTight = pitch < (columns.length >= 4 ? 1.9 : 1.5) * row.size && columns.length >= 3;
    if (row.lines.length === 1 && end - lastFull >= (isTight ? 8 : 2)) break;
    columns = next;
    end += 1;
    if (row.lines.length >= 2) {
      typicalPitch = typicalPitch === 0 ? pitch : Math.max(typicalPitch, Math.min(pitch, 1.5 * typicalPitch));
      lastFull = end;
    }
  }
  while (continuesLastRow(columns, rows[lastFull - 1], rows[lastFull])) lastFull += 1;
  return lastFull;
}

/** A cell of the last row may have further lines. They go on with its sentence, right under it. */
function continuesLastRow(columns: readonly Column[], above?: TextRow, row?: TextRow): boolean {
  const [line] = row?.lines ?? [];
  if (!above || !row || !line || row.lines.length > 1 || !/^\p{Ll}/u.test(line.text)) return false;
  if (row.baseline - above.baseline > 1.4 * row.size || Math.abs(row.size - above.size) > 0.1 * row.size)
    return false;
  return columns
    .slice(1)
    .some(({ left, right }) => line.left > left - 0.3 * row.size && line.right <= right + row.size);
}

/** The columns after one more row is added. Null when a part of the row lies across two columns. */
function fitColumns(columns: { left: number; right: number }[], lines: readonly Line[]) {
  const next = columns.map((column) => ({ ...column }));
  for (const line of lines.flatMap((one) => partsAtEdges(one, columns))) {
    const touched = next.filter((column) => overlap(column.left, column.right, line.left, line.right) > 0);
    if (touched.length > 1) return null;
    const column = touched[0];
    if (column) {
      column.left = Math.min(column.left, line.left);
      column.right = Math.max(column.right, line.right);
    } else {
      // The row may open a column that the earlier rows left empty, if there is room for it.
      next.push({ left: line.left, right: line.right });
      next.sort((a, b) => a.left - b.left);
    }
  }
  for (let index = 1; index < next.length; index += 1) {
    const before = next[index - 1];
    const after = next[index];
    if (before && after && after.left < before.right) return null;
  }
  return next;
}

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

/** The first of the lines above a table that are its headings: they stand over its columns, close to each other. */
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
    // One text at the left or in the middle may be a title or the end of a paragraph, unless headings stand above it.
    const isCentred = Math.abs(row.left + row.right - table.left - table.right) / 2 < 1.2 * row.size;
    if (row.lines.length >= 2 || (row.left > table.left + 0.2 * width && !isCentred)) start = at;
  }
  return start;
}

/** A cell may end close before the next. The words of that begin exactly at the edge of its column. */
function partsAtEdges(line: Line, columns: readonly Column[]): { left: number; right: number }[] {
  const touched = columns.filter((column) => overlap(column.left, column.right, line.left, line.right) > 0);
  if (touched.length < 2 || line.rightToLeft) return [line];
  const parts = [{ left: line.left, right: line.right }];
  line.words.forEach((word, index) => {
    const before = line.words[index - 1];
    const open = parts.at(-1);
    if (!before || !open || word.left - before.right < minEdgeGap * line.size) return;
    if (!touched.some((column) => Math.abs(column.left - word.left) < 0.2 * line.size)) return;
    open.right = before.right;
    parts.push({ left: word.left, right: line.right });
  });
  return parts;
}

function tableOfRun(rows: readonly TextRow[], allLines: readonly Line[]): TableBlock | "prose" | null {
  const full = rows.filter((row) => row.lines.length >= 2);
  if (full.length < minRows) return null;
  const size = median(rows.map((row) => row.size));
  const text = tableText(rows, []);
  const columns = columnsOfText(text, size);
  if (columns.length < 2) return null;
  const cells = columns.map((_, index) =>
    rows.flatMap((row) => row.lines.filter((line) => columnAt(columns, line) === index)),
  );
  // A column with text in only one row is a stray remark and not a column.
  if (cells.filter((lines) => lines.length >= Math.max(2, 0.25 * full.length)).length < 2) return null;
  const prose = cells.filter((lines, index) => {
    const column = columns[index];
    return column !== undefined && isProse(lines, column.right - column.left);
  }).length;
  // In a table, too, one of several columns may hold sentences. Each then begins with its row.
  const isDescribed = columns.length >= 3 && ((prose === 1 && beginTogether(cells)) || isKeyed(cells, rows));
  const valueColumns = cells.filter(isOfValues).length;
  if (
    (prose >= 1 && !isDescribed && valueColumns < 2) ||
    (!isDescribed && areTextColumns(columns, cells, allLines))
  )
    return "prose";
  if (isChart(cells) || isContents(cells)) return null;
  if (isListing(rows.flatMap((row) => row.lines))) return null;
  if (cells[0]?.every((line) => listMarker(line.text, true) !== null)) return null;
  // These are lists side by side, not a table.
  const lists = cells.filter(
    (lines) => lines.filter((line) => listMarker(line.text) !== null).length > 0.6 * lines.length,
  );
  if (lists.length >= 2) return null;
  if (columns.length === 2 && !isTwoColumnTable(cells[0] ?? [], cells[1] ?? [], rows, size)) return null;
  return tableOfText(text, columns);
}

/** Whether short texts in the first column begin rows of sentences, and each row stands a little apart from the row above. */
function isKeyed(cells: readonly (readonly Line[])[], rows: readonly TextRow[]): boolean {
  const [keys = [], ...others] = cells;
  if (keys.length < minRows || median(keys.map((line) => line.words.length)) > 4) return false;
  const pitches = rows.slice(1).map((row, index) => row.baseline - (rows[index]?.baseline ?? 0));
  const least = Math.min(...pitches);
  const begun = rows.filter((row, index) => {
    const isKey = row.lines.some((line) => keys.includes(line));
    const isFull = others.every((lines) =>
      lines.some(({ baseline }) => Math.abs(baseline - row.baseline) < 1),
    );
    return isKey && isFull && (index === 0 || (pitches[index - 1] ?? 0) > 1.12 * least);
  });
  return begun.length >= 0.8 * keys.length && pitches.some((pitch) => pitch <= 1.12 * least);
}

/** Two columns need more evidence than alignment: values that are numbers, or rows with space between them. */
function isTwoColumnTable(
  left: readonly Line[],
  right: readonly Line[],
  rows: readonly TextRow[],
  size: number,
): boolean {
  const numeric = right.filter((line) => isMostlyNumber(line.text)).length / Math.max(right.length, 1);
  if (numeric >= 0.6 && right.length >= minRows) return true;
  const paired = rows.filter((row) => row.lines.length === 2).length / rows.length;
  const words = median(left.map((line) => line.words.length));
  const pitch = median(rows.slice(1).map((row, index) => row.baseline - (rows[index]?.baseline ?? 0)));
  if (
    paired >= 0.8 &&
    words <= 4 &&
    left.filter((line) => /[:：]$/.test(line.text)).length >= 0.5 * left.length
  )
    return true;
  return paired >= 0.8 && words <= 6 && rows.length >= 4 && pitch > 1.5 * size;
}

function isMostlyNumber(text: string): boolean {
  const digits = text.replace(/[^\p{N}]/gu, "").length;
  const letters = text.replace(/[^\p{L}]/gu, "").length;
  return digits > 0 && digits >= letters;
}
