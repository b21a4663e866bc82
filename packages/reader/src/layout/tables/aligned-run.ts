import type { Column, TextRow } from "../lines/text-rows.ts";
import { overlap } from "../page/box.ts";
import type { Line } from "../page/line.ts";
import { minEdgeGap } from "./body-rows.ts";
import { isRowOfValues } from "./heading-count.ts";

/** One past the last row that fits into the columns of the rows before it. */
export function endOfRun(rows: readonly TextRow[], start: number): number {
  const first = rows[start];
  if (!first || first.lines.length < 2) return start;
  let columns = first.lines.map(({ left, right }) => ({ left, right }));
  let end = start + 1;
  let lastFull = end;
  let typicalPitch = 0;
  while (end < rows.length) {
    const row = rows[end];
    const above = rows[end - 1];
    if (!row || !above) break;
    const pitch = row.baseline - above.baseline;
    // When more columns agree, chance is less likely, so the rows may be further apart.
    const reach = columns.length >= 4 || row.lines.length >= 3 ? 4.5 : typicalPitch > 0 ? 2.6 : 3.2;
    const widest = Math.max(1.7 * typicalPitch, reach * row.size);
    if (pitch > widest) break;
    // Text of another size belongs to something else.
    if (row.size > 1.3 * first.size || row.size < 0.7 * first.size) break;
    const below = (rows[end + 1]?.baseline ?? Number.POSITIVE_INFINITY) - row.baseline;
    if (pitch > newTablePitch * below && headsTable(row, rows.slice(start, end))) break;
    const next = fitColumns(columns, row.lines);
    if (!next) break;
    // Some lines may continue a cell. Where each row is a separate block, many may.
    const isTight = pitch < (columns.length >= 4 ? 1.9 : 1.5) * row.size && columns.length >= 3;
    if (row.lines.length === 1 && end - lastFull >= (isTight ? 8 : 2)) break;
    columns = next;
    end += 1;
    if (row.lines.length >= 2) {
      typicalPitch = typicalPitch === 0 ? pitch : Math.max(typicalPitch, Math.min(pitch, 1.5 * typicalPitch));
      lastFull = end;
    }
  }
  while (continuesLastRow(columns, rows[lastFull - 1], rows[lastFull])) lastFull += 1;
  return lastFull;
}

/** Space above the headings of another table, by that below them. */
const newTablePitch = 1.6;

/** Bold words in each column, below rows that are not bold: facts may be in the columns of the table below them. */
const headsTable = (row: TextRow, above: readonly TextRow[]): boolean =>
  row.lines.length >= 3 &&
  row.lines.every((line) => line.bold) &&
  !isRowOfValues(row) &&
  above.some(({ lines }) => lines.length >= 2 && !lines.every((line) => line.bold));

/** A cell of the last row may have further lines. They go on with its sentence, right under it. */
function continuesLastRow(columns: readonly Column[], above?: TextRow, row?: TextRow): boolean {
  const [line] = row?.lines ?? [];
  if (!above || !row || !line || row.lines.length > 1 || !/^\p{Ll}/u.test(line.text)) return false;
  if (row.baseline - above.baseline > 1.4 * row.size || Math.abs(row.size - above.size) > 0.1 * row.size)
    return false;
  return columns
    .slice(1)
    .some(({ left, right }) => line.left > left - 0.3 * row.size && line.right <= right + row.size);
}

/** The columns after one more row is added. Null when a part of the row lies across two columns. */
function fitColumns(columns: { left: number; right: number }[], lines: readonly Line[]) {
  const next = columns.map((column) => ({ ...column }));
  for (const line of lines.flatMap((one) => partsAtEdges(one, columns))) {
    const touched = next.filter((column) => overlap(column.left, column.right, line.left, line.right) > 0);
    if (touched.length > 1) return null;
    const column = touched[0];
    if (column) {
      column.left = Math.min(column.left, line.left);
      column.right = Math.max(column.right, line.right);
    } else {
      // The row may open a column that the earlier rows left empty, if there is room for it.
      next.push({ left: line.left, right: line.right });
      next.sort((a, b) => a.left - b.left);
    }
  }
  for (let index = 1; index < next.length; index += 1) {
    const before = next[index - 1];
    const after = next[index];
    if (before && after && after.left < before.right) return null;
  }
  return next;
}

/** A cell may end close before the next. The words of that begin exactly at the edge of its column. */
function partsAtEdges(line: Line, columns: readonly Column[]): { left: number; right: number }[] {
  const touched = columns.filter((column) => overlap(column.left, column.right, line.left, line.right) > 0);
  if (touched.length < 2 || line.rightToLeft) return [line];
  const parts = [{ left: line.left, right: line.right }];
  line.words.forEach((word, index) => {
    const before = line.words[index - 1];
    const open = parts.at(-1);
    if (!before || !open || word.left - before.right < minEdgeGap * line.size) return;
    if (!touched.some((column) => Math.abs(column.left - word.left) < 0.2 * line.size)) return;
    open.right = before.right;
    parts.push({ left: word.left, right: line.right });
  });
  return parts;
}
