import { type Cell, type CellGrid, layGrid } from "./cell-grid.ts";

/** Spans beyond this are cut: no sheet has more columns. */
const maxColumns = 16_384;

/** Reads the rows of a table from its markup. Nothing of the markup itself is shown, only its text. */
export function readMarkup(markup: string): CellGrid {
  const table = new DOMParser().parseFromString(markup, "text/html").querySelector("table");
  const rows = Array.from(table?.rows ?? []);
  const headRows = table?.tHead?.rows.length ?? 0;
  const cellOf = ({ textContent, colSpan, rowSpan }: HTMLTableCellElement): Cell => ({
    text: textContent ?? "",
    colSpan: Math.min(Math.max(1, colSpan), maxColumns),
    rowSpan: Math.max(1, rowSpan),
  });
  return layGrid(
    rows.map(({ cells }) => Array.from(cells, cellOf)),
    headRows,
  );
}
