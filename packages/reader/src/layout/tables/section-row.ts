import type { Column, TextRow } from "../lines/text-rows.ts";
import { overlap } from "../page/box.ts";

/**
 * Whether a row is one text in the middle of the table, or beyond the labels of its rows. It heads the rows below it, and
 * spans all columns.
 */
export function spansAllColumns(row: TextRow, columns: readonly Column[], extent: Column): boolean {
  const [only] = row.lines;
  const [first, second] = columns;
  if (row.lines.length !== 1 || !only || !first || !second || columns.length < 3) return false;
  if (only.left < first.left + 2 * only.size || !/\p{L}{2}/u.test(only.text)) return false;
  const centre = (extent.left + extent.right) / 2;
  if (Math.abs((only.left + only.right) / 2 - centre) < 1.2 * only.size) return true;
  return (
    columns.filter((column) => overlap(column.left, column.right, only.left, only.right) > 0).length !== 1 &&
    only.left > first.right
  );
}
