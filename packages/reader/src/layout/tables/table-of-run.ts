import { isListing } from "../lines/code-listing.ts";
import { listMarker } from "../lines/list-marker.ts";
import { areTextColumns, beginTogether } from "../lines/running-text.ts";
import type { TableBlock } from "../lines/table-block.ts";
import { columnAt, isProse, type TextRow } from "../lines/text-rows.ts";
import { median } from "../page/box.ts";
import type { Line } from "../page/line.ts";
import { isChart, isContents } from "./chart-or-contents.ts";
import { isOfValues } from "./figures.ts";
import { columnsOfText, tableOfText, tableText } from "./table-of-text.ts";

/** Minimum number of rows with several cells that make a table without lines. */
export const minRows = 3;

/** The table of rows that are in the same columns. "prose" for columns of running text, null for what is not a table. */
export function tableOfRun(rows: readonly TextRow[], allLines: readonly Line[]): TableBlock | "prose" | null {
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
