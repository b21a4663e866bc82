import type { Column, TextRow } from "../text-rows.ts";

/** Whether a row is one text in the middle of the table. It heads the rows below it, and spans all columns. */
export function columnsSpanned(row: TextRow, columns: readonly Column[]): boolean {
  const [only] = row.lines;
  const [first] = columns;
  const last = columns.at(-1);
  if (row.lines.length !== 1 || !only || !first || !last || columns.length < 3) return false;
  if (only.left < first.left + 2 * only.size) return false;
  const centre = (first.left + last.right) / 2;
  return Math.abs((only.left + only.right) / 2 - centre) < 1.2 * only.size && /\p{L}/u.test(only.text);
}
