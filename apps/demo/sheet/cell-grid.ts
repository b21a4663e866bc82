/** A cell of a table, as its markup has it. */
export type Cell = { text: string; colSpan: number; rowSpan: number };

/** A position in the grid: the cell that covers it, and how far it is from the cell's own corner. */
export type Slot = { cell: Cell; row: number; column: number };

export type CellGrid = {
  /** Rows of headings at the top. */
  headRows: number;
  slots: readonly (readonly (Slot | undefined)[])[];
  columnCount: number;
};

/** Lays the rows of a table out in a grid, so that any part of it can be drawn by itself. Spans stay inside the grid. */
export function layGrid(rows: readonly (readonly Cell[])[], headRows: number): CellGrid {
  const slots: (Slot | undefined)[][] = rows.map(() => []);
  rows.forEach((cells, index) => {
    let at = 0;
    for (const cell of cells) {
      while (slots[index]?.[at] !== undefined) at += 1;
      // Headings stay where they are while the rows below scroll, so they end with the headings.
      const end = index < headRows ? headRows : rows.length;
      const height = Math.max(1, Math.min(cell.rowSpan, end - index));
      const placed = { ...cell, rowSpan: height };
      for (let row = 0; row < height; row += 1) {
        const line = slots[index + row];
        if (!line) break;
        for (let column = 0; column < cell.colSpan; column += 1) {
          line[at + column] = { cell: placed, row, column };
        }
      }
      at += cell.colSpan;
    }
  });
  const columnCount = slots.reduce((widest, line) => Math.max(widest, line.length), 0);
  return { headRows, slots, columnCount };
}

/** A cell as it is drawn in a part of the grid. */
export type DrawnCell = { key: number; text: string; column: number; colSpan: number; rowSpan: number };

/** A part of the grid: rows and columns from the first to before the last. */
export type Part = { top: number; bottom: number; left: number; right: number };

/** The cells of one row in a part of the grid. A cell that begins outside the part is drawn from the part's edge. */
export function cellsOfRow({ slots }: CellGrid, row: number, part: Part): DrawnCell[] {
  const drawn: DrawnCell[] = [];
  for (let column = part.left; column < part.right; column += 1) {
    const slot = slots[row]?.[column];
    if (slot === undefined) {
      drawn.push({ key: column, text: "", column, colSpan: 1, rowSpan: 1 });
      continue;
    }
    const isCorner = (slot.row === 0 || row === part.top) && (slot.column === 0 || column === part.left);
    if (!isCorner) continue;
    drawn.push({
      key: column,
      text: slot.cell.text,
      column,
      colSpan: Math.min(slot.cell.colSpan - slot.column, part.right - column),
      rowSpan: Math.min(slot.cell.rowSpan - slot.row, part.bottom - row),
    });
  }
  return drawn;
}

/** The text at a position. */
export const textAt = ({ slots }: CellGrid, row: number, column: number): string =>
  slots[row]?.[column]?.cell.text ?? "";
