import { number } from "../document/number-columns.ts";
import { type CellGrid, textAt } from "./cell-grid.ts";

/** Pixels of a character in the face of tables, of the space between columns, and the bounds of a column. */
const pixels = { character: 7.4, gap: 28, min: 56, max: 320 } as const;

export type Column = { width: number; isNumeric: boolean };

/** The width of each column, by its longest text, and whether it contains only numbers below its headings. */
export function columnsOf(grid: CellGrid): Column[] {
  return Array.from({ length: grid.columnCount }, (_, column) => {
    let longest = 0;
    let numbers = 0;
    let others = 0;
    grid.slots.forEach((line, row) => {
      const slot = line[column];
      if (slot === undefined || slot.cell.colSpan > 1) return;
      const text = textAt(grid, row, column).trim();
      longest = Math.max(longest, text.length);
      if (row < grid.headRows || text === "") return;
      if (number.test(text)) numbers += 1;
      else others += 1;
    });
    const width = Math.round(longest * pixels.character) + pixels.gap;
    return {
      width: Math.min(pixels.max, Math.max(pixels.min, width)),
      isNumeric: numbers > 0 && others === 0,
    };
  });
}

/** Where each column begins, and at the end where the last one ends. */
export function offsetsOf(columns: readonly Column[]): number[] {
  const offsets = [0];
  for (const { width } of columns) offsets.push((offsets.at(-1) ?? 0) + width);
  return offsets;
}

/** The columns between two places: from the first to before the last. */
export function columnsBetween(offsets: readonly number[], from: number, to: number) {
  const count = offsets.length - 1;
  let left = 0;
  while (left < count - 1 && (offsets[left + 1] ?? 0) <= from) left += 1;
  let right = left + 1;
  while (right < count && (offsets[right] ?? 0) < to) right += 1;
  return { left, right: Math.min(right, count) };
}
