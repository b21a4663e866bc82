import { firstRowIsHeading } from "../../markup/header-rows.ts";
import type { TableCell } from "../../markup/table-cell.ts";
import type { Area, Sheet } from "./workbook.ts";

/** Headings over headings over headings: no sheet has more rows of them than this. */
const maxHeadingRows = 5;
/** Rows that are enough to tell headings from data. */
const sampleRows = 40;

/**
 * How many of the first rows are headings. What the author marked (a table, a filter, a frozen pane) counts first, then
 * what the cells look like. Like files of values, sheets of text alone usually begin with a heading row.
 */
export function headingRows(
  rows: readonly TableCell[][],
  rowNumbers: readonly number[],
  area: Area,
  marked: Sheet["marked"],
): number {
  if (rows.length < 2) return 0;
  const stated = statedRows(rowNumbers, area, marked);
  if (stated !== undefined) return Math.min(stated, rows.length - 1);
  return headingsByLook(rows.slice(0, sampleRows), 0);
}

function statedRows(rowNumbers: readonly number[], area: Area, marked: Sheet["marked"]): number | undefined {
  const first = rowNumbers[0] ?? 0;
  for (const { area: owner, headerRows } of marked) {
    const beside = owner.right < area.left || owner.left > area.right;
    if (beside || owner.top > first || owner.bottom < first) continue;
    const end = owner.top + headerRows;
    const count = rowNumbers.filter((row) => row < end).length;
    if (count <= maxHeadingRows && (count > 0 || owner.top === first)) return count;
  }
  return undefined;
}

/** A heading that spans columns has the headings of these columns below it. */
function headingsByLook(rows: readonly TableCell[][], depth: number): number {
  const [first, ...rest] = rows;
  if (!first || depth >= maxHeadingRows) return 0;
  const groups = first.some(({ text, colspan }) => text !== "" && (colspan ?? 1) > 1);
  if (groups && rest.length > 1) {
    const below = headingsByLook(rest, depth + 1);
    if (below > 0) return below + 1;
  }
  return firstRowIsHeading(rows.map((row) => row.map(({ text }) => text))) === "no" ? 0 : 1;
}
