import { isOfOtherForm } from "../../markup/header-rows.ts";
import type { Box } from "../page/box.ts";
import type { Line } from "../page/line.ts";
import type { Word } from "../page/page.ts";
import { joinLines } from "./join-lines.ts";

export type TableBlockCell = {
  words: Word[];
  lines: Line[];
  columns: number;
  rows: number;
  /** Whether its tag says that it is a heading, of its column or its row. */
  isHeader?: boolean;
};

/** A recognised table: rows list only the cells that start in them. */
export type TableBlock = Box & { rows: TableBlockCell[][]; columnCount: number; headerRows: number };

export function cellText(cell: TableBlockCell): string {
  return joinLines(cell.lines);
}

const hasDigit = /\p{N}/u;

/** Whether the first row differs from the rest as headings do: bold above regular, words above numbers, or in its form. */
export function hasHeader(rows: readonly TableBlockCell[][]): boolean {
  const [first, ...rest] = rows;
  if (!first || rest.length === 0) return false;
  const heads = first.filter((cell) => cell.lines.length > 0);
  if (heads.length < 2) return false;
  const body = rest.flat().filter((cell) => cell.lines.length > 0);
  if (body.length === 0) return false;
  const isBold = (cell: TableBlockCell) => cell.lines.every((line) => line.bold);
  if (heads.every(isBold) && body.filter(isBold).length < 0.5 * body.length) return true;
  const numeric = (cell: TableBlockCell) => cell.lines.some((line) => hasDigit.test(line.text));
  const numbersBelow = body.filter(numeric).length / body.length;
  const numbersAbove = heads.filter(numeric).length / heads.length;
  if (numbersAbove <= 0.25 && numbersBelow >= 0.3 && heads.length >= 0.5 * first.length) return true;
  return (
    rows.every((row) => row.length === first.length) && isOfOtherForm(rows.map((row) => row.map(cellText)))
  );
}

/** Headings of a table drawn with lines. A first row of short words above at least two more rows is enough. */
export function ruledHeaderRows(rows: TableBlockCell[][]): number {
  if (hasHeader(rows)) return 1;
  const [first, ...rest] = rows;
  if (!first || rest.length < 2) return 0;
  const filled = first.filter((cell) => cell.lines.length > 0);
  const short = filled.every((cell) => cell.words.length <= 6 && !/\d/.test(cell.lines[0]?.text ?? ""));
  return short && filled.length >= 2 && filled.length >= first.length - 1 ? 1 : 0;
}
