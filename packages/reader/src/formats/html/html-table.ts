import { documentHeaderRows } from "../../markup/document-header-rows.ts";
import type { TableCell } from "../../markup/table-cell.ts";
import { attribute, findElement, type HtmlElement, isElement, textContent } from "./html-tree.ts";
import { HEADINGS, isHidden } from "./vocabulary.ts";

/** A row, and how many rows its group (head, body, foot) has from here on. Cells span no further. */
export type HtmlRow = { cells: HtmlElement[]; left: number };

export type HtmlTable = {
  rows: HtmlRow[];
  /** Rows of the table's head. They come before the other rows. */
  headRows: number;
  captions: HtmlElement[];
};

/** Rows and captions of a table without those of nested tables. The head comes first, the foot last. */
export function readTable(table: HtmlElement): HtmlTable {
  const groups: { name: string; rows: HtmlElement[][] }[] = [];
  const captions: HtmlElement[] = [];
  for (const child of table.childNodes.filter(isElement)) {
    if (isHidden(child)) continue;
    if (child.tagName === "caption") captions.push(child);
    if (child.tagName === "tr") groups.push({ name: "tbody", rows: [cellsOf(child)] });
    if (!["thead", "tbody", "tfoot"].includes(child.tagName)) continue;
    const rows = child.childNodes.filter(isElement).filter((row) => row.tagName === "tr" && !isHidden(row));
    groups.push({ name: child.tagName, rows: rows.map(cellsOf) });
  }
  const rowsOf = (name: string) =>
    groups
      .filter((group) => group.name === name)
      .flatMap(({ rows }) => rows.map((cells, index) => ({ cells, left: rows.length - index })))
      .filter(({ cells }) => cells.length > 0);
  const head = rowsOf("thead");
  return { rows: [...head, ...rowsOf("tbody"), ...rowsOf("tfoot")], headRows: head.length, captions };
}

const cellsOf = (row: HtmlElement): HtmlElement[] =>
  row.childNodes
    .filter(isElement)
    .filter((cell) => (cell.tagName === "td" || cell.tagName === "th") && !isHidden(cell));

const longCellLength = 400;

/**
 * Whether a table only arranges the page. It declares itself as presentation, or is a single cell, or has no headings
 * while it holds other tables, headings or, in its only row, whole passages.
 */
export function isLayoutTable(table: HtmlElement, { rows, captions, headRows }: HtmlTable): boolean {
  if (["presentation", "none"].includes(attribute(table, "role")?.toLowerCase() ?? "")) return true;
  const cells = rows.flatMap((row) => row.cells);
  if (cells.length <= 1) return captions.length === 0;
  if (captions.length > 0 || headRows > 0 || cells.some((cell) => cell.tagName === "th")) return false;
  const holds = (passes: (element: HtmlElement) => boolean) =>
    cells.some((cell) => findElement(cell, passes) !== undefined);
  if (rows.length === 1) {
    const passages = cells.some((cell) => textContent(cell).trim().length > longCellLength);
    return passages || holds(({ tagName }) => HEADINGS.has(tagName) || tagName === "table");
  }
  if (
    holds(
      (element) =>
        element.tagName === "table" && readTable(element).rows.flatMap((row) => row.cells).length > 1,
    )
  )
    return true;
  return (
    rows.every((row) => row.cells.length === 1) &&
    holds(({ tagName }) => HEADINGS.has(tagName) || tagName === "p" || tagName === "ul")
  );
}

/** The number of heading rows: the head, else rows of `th`, else a first row that looks like headings. */
export function headerRowCount(
  { rows, headRows }: HtmlTable,
  cells: readonly (readonly TableCell[])[],
): number {
  // A title across the table does not name the columns.
  const isTitle = (row: readonly TableCell[] | undefined) => row?.length === 1 && (row[0]?.colspan ?? 1) > 1;
  const isOnlyTitle = (count: number) => cells.slice(0, count).every(isTitle);
  if (headRows > 0 && isOnlyTitle(headRows)) return Math.max(documentHeaderRows(cells), headRows);
  if (headRows > 0) return headRows < rows.length ? headRows : Math.min(headRows, 1);
  const isHeading = (cell: HtmlElement) => cell.tagName === "th" && attribute(cell, "scope") !== "row";
  let leading = 0;
  while (leading < rows.length && rows[leading]?.cells.every(isHeading)) leading += 1;
  // A row of `th` cells that span down into the body labels the rows beside it, not the columns.
  const reachesBelow = (row: number) =>
    rows[row]?.cells.some((cell) => Number(attribute(cell, "rowspan") ?? 1) > leading - row);
  while (leading > 1 && leading < rows.length && reachesBelow(leading - 1)) leading -= 1;
  if (leading === rows.length) return rows.length > 1 && cells.some((row) => row.length > 1) ? 1 : 0;
  if (leading > 0) return isOnlyTitle(leading) ? documentHeaderRows(cells) : leading;
  if (rows.some((row) => row.cells.some(isHeading))) return 0;
  return documentHeaderRows(cells);
}
