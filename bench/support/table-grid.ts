import type { GridCell } from "./table-relations.ts";
import { decodeEntities } from "./table-truth.ts";

/** The cells of a `<table>` as our reader writes it, placed as HTML places them. */
export function gridOfHtml(html: string): GridCell[] {
  const cells: GridCell[] = [];
  const takenUntil: number[] = [];
  [...html.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].forEach(([, content = ""], row) => {
    let column = 0;
    for (const [, tag = "", inner = ""] of content.matchAll(/<t[hd]\b([^>]*)>([\s\S]*?)<\/t[hd]>/g)) {
      while ((takenUntil[column] ?? 0) > row) column += 1;
      const columns = Number(/colspan="(\d+)"/.exec(tag)?.[1] ?? 1);
      const rows = Number(/rowspan="(\d+)"/.exec(tag)?.[1] ?? 1);
      for (let end = column; end < column + columns; end += 1) takenUntil[end] = row + rows;
      cells.push({ text: decodeEntities(inner.replace(/<br>/g, "\n")), row, column, rows, columns });
      column += columns;
    }
  });
  return cells;
}

/** Rows and columns of a grid. */
export const sizeOfGrid = (cells: readonly GridCell[]): { rows: number; columns: number } => ({
  rows: Math.max(0, ...cells.map(({ row, rows }) => row + rows)),
  columns: Math.max(0, ...cells.map(({ column, columns }) => column + columns)),
});
