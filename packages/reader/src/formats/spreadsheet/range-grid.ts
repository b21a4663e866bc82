import type { TableCell } from "../../markup/table-cell.ts";
import type { UsedRange } from "./used-ranges.ts";
import type { Area, SheetCell } from "./workbook.ts";

/** The rows of a range as table cells, with the sheet's number of each row (from 0). */
export type RangeGrid = { rows: TableCell[][]; rowNumbers: number[] };

/** Empty cells are written one by one up to this many, or this many times the filled ones. */
const maxGridCells = 500_000;
const maxEmptyShare = 8;

/**
 * Lays a range out as a table. Merged cells span; rows and columns in which nothing starts are left out. In a wide and nearly empty range, a run of empty cells is one wide cell.
 */
export function rangeGrid({ area, rows }: UsedRange, merges: readonly Area[]): RangeGrid {
  const used = new Set(rows.flatMap((row) => row.cells.map(({ column }) => column)));
  const columns = [...used].sort((a, b) => a - b);
  const cells = rows.reduce((sum, row) => sum + row.cells.length, 0);
  const full = rows.length * columns.length <= Math.max(maxGridCells, maxEmptyShare * cells);
  const indexOfRow = new Map(rows.map(({ row }, index) => [row, index]));
  const anchors = new Map(merges.map((merge) => [`${merge.top}:${merge.left}`, merge]));
  /** For each column, the index of the first row that no cell above covers. */
  const coveredUntil = new Map<number, number>();
  const laid = rows.map(({ row, cells: filled }, index) => {
    const line: TableCell[] = [];
    const byColumn = new Map(filled.map((cell) => [cell.column, cell]));
    let empty = 0;
    let skipUntil = area.left;
    const passEmpty = () => {
      if (empty > 0) line.push(empty === 1 ? { text: "" } : { text: "", colspan: empty });
      empty = 0;
    };
    for (const column of columns) {
      if (column < skipUntil || (coveredUntil.get(column) ?? 0) > index) continue;
      const cell = byColumn.get(column);
      if (!cell) {
        if (full) line.push({ text: "" });
        else empty += 1;
        continue;
      }
      passEmpty();
      const merge = anchors.get(`${row}:${column}`);
      line.push(merge ? { ...tableCell(cell), ...spansOf(merge, index) } : tableCell(cell));
      if (merge) skipUntil = merge.right + 1;
    }
    return line;
  });
  return { rows: laid, rowNumbers: rows.map(({ row }) => row) };

  function spansOf(merge: Area, index: number): Pick<TableCell, "colspan" | "rowspan"> {
    let end = index + 1;
    for (let row = merge.top + 1; row <= merge.bottom; row += 1) {
      const below = indexOfRow.get(row);
      if (below !== undefined) end = Math.max(end, below + 1);
    }
    let colspan = 0;
    for (let column = merge.left; column <= merge.right; column += 1) {
      if (!used.has(column)) continue;
      colspan += 1;
      coveredUntil.set(column, end);
    }
    return { colspan, rowspan: end - index };
  }
}

function tableCell({ text, href }: SheetCell): TableCell {
  if (!href) return { text };
  const label = text.replace(/[\\`*<[\]]/g, "\\$&");
  return { text, markdown: `[${label}](${href})` };
}
