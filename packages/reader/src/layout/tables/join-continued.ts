import type { ParsedElement } from "../../element.ts";
import type { TableCell } from "../../markup/table-cell.ts";
import type { Box } from "../page/box.ts";
import { tableTexts, textOfRows } from "./table-texts.ts";

/** A table of a page that may go on on the next one: its cells, and its place in the page's reading frame. */
export type PageTable = {
  element: ParsedElement;
  rows: TableCell[][];
  headerRows: number;
  columnCount: number;
  box: Box;
  /** Of the page, in the same frame. */
  height: number;
};

/** What may be between two parts of a table. */
const margins: readonly ParsedElement["type"][] = ["Header", "Footer", "PageNumber"];
const continued = /\b(continued|cont[’'.]?d\b|cont\.|fortsetzung|suite|continuación|continua)/iu;
const maxNoteLength = 200;

/** The first part ends in the lower part of its page, the next begins in the upper part of the next one. */
const minEnd = 0.5;
const maxStart = 0.4;
/** How far the edges of two parts may differ, as a share of the width. */
const edgeTolerance = 0.08;

/**
 * Joins tables that go on on the next page: the same columns at the same place, the heading repeated or left out, and
 * nothing but margins between them. The first part becomes the whole; `metadata.table_pages` names its pages, and
 * `metadata.table_parts` where in the text each of them begins, with its place on the page.
 */
export function joinContinuedTables(
  elements: readonly ParsedElement[],
  tables: readonly PageTable[],
): ParsedElement[] {
  const known = new Map(tables.map((table) => [table.element, table]));
  const result: ParsedElement[] = [];
  let open: { first: PageTable; last: PageTable; parts: TablePart[]; rows: TableCell[][] } | null = null;
  const finish = () => {
    if (!open || open.parts.length === 1) return;
    const { element, headerRows } = open.first;
    Object.assign(element, tableTexts(open.rows, headerRows));
    const pages = open.parts.map(({ page }) => page);
    element.metadata = { ...element.metadata, table_pages: pages, table_parts: open.parts };
  };
  for (const element of elements) {
    const table = known.get(element);
    const rows = open && table ? continuation(open.first, open.last, table) : null;
    if (open && table && rows) {
      open.parts.push(partOf(element, textOfRows(open.rows).length + 1));
      open.rows.push(...rows);
      open.last = table;
      takeLinks(open.first.element, element);
      continue;
    }
    result.push(element);
    if (table) {
      finish();
      open = { first: table, last: table, parts: [partOf(element, 0)], rows: [...table.rows] };
    } else if (!mayStandBetween(element)) {
      finish();
      open = null;
    }
  }
  finish();
  return result;
}

/** `char_start`: where its first row begins in the text of the whole, in UTF-16 units. */
type TablePart = { page: number; char_start: number; bounding_box: ParsedElement["boundingBox"] | null };

const partOf = ({ pageNumber, boundingBox }: ParsedElement, start: number): TablePart => ({
  page: pageNumber,
  char_start: start,
  bounding_box: boundingBox ?? null,
});

const mayStandBetween = ({ type, text }: ParsedElement): boolean =>
  margins.includes(type) || (text.length <= maxNoteLength && continued.test(text));

/** The rows that a table adds to the one before it. Null when it is a table of its own. */
function continuation(first: PageTable, last: PageTable, next: PageTable): TableCell[][] | null {
  if (next.element.pageNumber !== last.element.pageNumber + 1 || next.columnCount !== first.columnCount)
    return null;
  if (last.box.bottom < minEnd * last.height || next.box.top > maxStart * next.height) return null;
  const repeats = first.headerRows > 0 && sameTexts(first.rows, next.rows, first.headerRows);
  if (repeats) return next.rows.slice(first.headerRows);
  if (next.headerRows > 0) return null;
  const width = last.box.right - last.box.left;
  const apart = Math.max(Math.abs(last.box.left - next.box.left), Math.abs(last.box.right - next.box.right));
  return apart <= edgeTolerance * width ? next.rows : null;
}

function sameTexts(a: readonly TableCell[][], b: readonly TableCell[][], count: number): boolean {
  const textOf = (rows: readonly TableCell[][]) =>
    rows
      .slice(0, count)
      .flat()
      .map(({ text }) => text.replace(/\s*\(?continued\)?\s*/iu, ""))
      .join("|");
  return b.length > count && textOf(a) === textOf(b);
}

function takeLinks(target: ParsedElement, from: ParsedElement): void {
  const urls = [target, from].flatMap(({ metadata }) => (metadata?.link_urls as string[] | undefined) ?? []);
  if (urls.length > 0) target.metadata = { ...target.metadata, link_urls: [...new Set(urls)] };
}
