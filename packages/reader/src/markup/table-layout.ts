import type { TableCell } from "./table-cell.ts";

/**
 * A cell with its place in the grid: its 0-based first row and column, and the number of columns and rows it covers.
 */
export type PlacedCell = { cell: TableCell; row: number; column: number; columns: number; rows: number };

export type TableLayout = {
  /** The cells that start in each row, left to right. */
  rows: PlacedCell[][];
  /** For each row, the cells that start above and span into it. */
  reaching: Map<number, PlacedCell[]>;
  width: number;
  /** False for a very ragged table. Padding its rows to one width would cost far more than its text. */
  padded: boolean;
};

/** Maximum columns of one span. HTML has the same limit. */
const maxSpan = 1000;
const maxGridCells = 2_000_000;

/**
 * Places cells as HTML's table model does: a cell takes the first free columns of its row. Columns in which no cell
 * starts are dropped, so a single `colspan="1000"` costs nothing.
 */
export function layOutTable(source: readonly (readonly TableCell[])[]): TableLayout {
  const cells = source.reduce((count, row) => count + row.length, 0);
  const widest = source.reduce((most, row) => Math.max(most, row.length), 0);
  const padded = source.length * widest <= Math.max(maxGridCells, 4 * cells);
  const rows = padded ? placeWithSpans(source) : source.map(placeInOrder);
  const columns = compactColumns(rows);
  const reaching = new Map<number, PlacedCell[]>();
  rows.forEach((row, index) => {
    for (const placed of row) {
      for (let below = index + 1; below < index + placed.rows; below += 1) {
        const list = reaching.get(below);
        if (list) list.push(placed);
        else reaching.set(below, [placed]);
      }
    }
  });
  return { rows, reaching, width: columns, padded };
}

function placeInOrder(cells: readonly TableCell[], row: number): PlacedCell[] {
  return cells.map((cell, column) => ({ cell, row, column, columns: 1, rows: 1 }));
}

function placeWithSpans(source: readonly (readonly TableCell[])[]): PlacedCell[][] {
  const takenUntil: number[] = [];
  let budget = maxGridCells;
  return source.map((row, index) => {
    let column = 0;
    return row.map((cell) => {
      while ((takenUntil[column] ?? 0) > index) column += 1;
      const columns = column < maxSpan ? clampSpan(cell.colspan, maxSpan) : 1;
      const wanted = clampSpan(cell.rowspan, source.length - index);
      const rows = wanted <= budget ? wanted : 1;
      budget -= rows;
      const placed = { cell, row: index, column, columns, rows };
      for (let end = column + columns; column < end; column += 1) {
        takenUntil[column] = Math.max(takenUntil[column] ?? 0, index + rows);
      }
      return placed;
    });
  });
}

function clampSpan(span: number | undefined, most: number): number {
  return span !== undefined && span >= 1 ? Math.min(Math.floor(span), most) : 1;
}

/** Renumbers columns in place and keeps only those in which a cell starts. Returns their number. */
function compactColumns(rows: PlacedCell[][]): number {
  const starts = new Set<number>();
  for (const row of rows) for (const { column } of row) starts.add(column);
  let end = 0;
  for (const row of rows) for (const { column, columns } of row) end = Math.max(end, column + columns);
  // before[c]: the number of kept columns to the left of column c.
  const before = new Int32Array(end + 1);
  for (let column = 0; column < end; column += 1) {
    before[column + 1] = (before[column] ?? 0) + (starts.has(column) ? 1 : 0);
  }
  for (const row of rows) {
    for (const placed of row) {
      const first = before[placed.column] ?? 0;
      placed.columns = Math.max((before[placed.column + placed.columns] ?? first + 1) - first, 1);
      placed.column = first;
    }
  }
  return starts.size;
}
