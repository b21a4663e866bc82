import type { TableCell } from "./table-cell.ts";

/** How a row is cut into cells: its edges from left to right, and for each cell how it is merged with others. */
export type RowShape = { edges: number[]; merges: CellMerge[] };

/** "left" goes on from the cell before it; "start" goes on in the row below, and "down" goes on from the row above. */
export type CellMerge = "left" | "start" | "down" | undefined;

/** The cells of rows with their spans. Each row has as many cells as its shape. Edges that are `nearby` are one. */
export function mergedCells(
  rows: readonly (readonly TableCell[])[],
  shapes: readonly RowShape[],
  nearby: number,
): TableCell[][] {
  const grid: number[] = [];
  for (const edge of shapes.flatMap(({ edges }) => edges).sort((a, b) => a - b))
    if (grid.length === 0 || edge - (grid.at(-1) ?? 0) > nearby) grid.push(edge);
  const column = (edge: number) => grid.findLastIndex((line) => line <= edge);
  const goesOn = (row: number, edge: number) => {
    const index = shapes[row]?.edges.findIndex((own) => column(own) === column(edge)) ?? -1;
    return index >= 0 && shapes[row]?.merges[index] === "down";
  };
  return rows.map((cells, row) => {
    const { edges, merges } = shapes[row] ?? { edges: [], merges: [] };
    const line: TableCell[] = [];
    cells.forEach((cell, index) => {
      const left = edges[index] ?? 0;
      const width = Math.max(column(edges[index + 1] ?? left) - column(left), 1);
      const before = line.at(-1);
      if (merges[index] === "left" && before) {
        before.colspan = (before.colspan ?? 1) + width;
        return;
      }
      if (merges[index] === "down" && row > 0) return;
      let height = 1;
      if (merges[index] === "start") while (goesOn(row + height, left)) height += 1;
      line.push({ ...cell, colspan: width, rowspan: height });
    });
    return line;
  });
}
