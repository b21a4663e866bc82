import { around, type Box, median } from "./box.ts";
import { joinLines } from "./join-lines.ts";
import { type Line, makeLine } from "./line.ts";
import type { Word } from "./page.ts";
import { type Column, columnAt, type TextRow } from "./text-rows.ts";

export type TableBlockCell = { words: Word[]; lines: Line[]; columns: number; rows: number };

/** A recognised table: rows list only the cells that start in them. */
export type TableBlock = Box & { rows: TableBlockCell[][]; columnCount: number; headerRows: number };

export function cellText(cell: TableBlockCell): string {
  return joinLines(cell.lines);
}

/**
 * Builds a table from rows of text and the columns they stand in. A row that only continues the row above is joined to
 * it.
 */
export function tableOfRows(
  textRows: readonly TextRow[],
  columns: readonly Column[],
  options: { ruledHeader: boolean; rulesBetween: readonly number[] },
): TableBlock {
  const rows: { cells: (TableBlockCell | null)[]; row: TextRow }[] = [];
  const pitches = textRows.slice(1).map((row, index) => row.baseline - (textRows[index]?.baseline ?? 0));
  const typicalPitch = median(pitches);
  const roomy = pitches.some((pitch) => pitch > 1.25 * Math.min(...pitches));
  let above: TextRow | undefined;
  for (const row of textRows) {
    const cells: (TableBlockCell | null)[] = columns.map(() => null);
    for (const line of row.lines) placeLine(line, columns, cells);
    const previous = rows.at(-1);
    if (
      previous &&
      above &&
      row.baseline - above.baseline < 0.8 * row.size &&
      fillsGaps(cells, previous.cells)
    ) {
      // The text stands between two rows because it labels both. It goes with the first.
      cells.forEach((cell, column) => {
        if (cell) previous.cells[column] = cell;
      });
      continue;
    }
    const last = above;
    const ruleAbove =
      last !== undefined &&
      options.rulesBetween.some((y) => y > last.baseline - 1 && y < row.baseline - 0.3 * row.size);
    const continuesAbove =
      previous !== undefined &&
      last !== undefined &&
      !ruleAbove &&
      cells[0] === null &&
      cells.every((cell, column) => cell === null || goesOn(previous.cells[column], cell)) &&
      row.baseline - last.baseline < (roomy ? Math.max(typicalPitch, 1.3 * row.size) : 1.15 * row.size);
    if (continuesAbove) {
      cells.forEach((cell, column) => {
        const target = previous.cells[column];
        if (cell && target) {
          target.words.push(...cell.words);
          target.lines.push(...cell.lines);
        }
      });
    } else rows.push({ cells, row });
    above = row;
  }
  const built = rows.map(({ cells }) => compact(cells));
  return {
    ...around(textRows),
    rows: built,
    columnCount: columns.length,
    headerRows: options.ruledHeader || hasHeader(built) ? 1 : 0,
  };
}

const figure = /^[^\p{L}]*\p{N}[^\p{L}]*$/u;

/** Whether a cell can continue the text of the cell above it. A number below a number is a row of its own. */
function goesOn(above: TableBlockCell | null | undefined, cell: TableBlockCell): boolean {
  const last = above?.lines.at(-1);
  return last !== undefined && !(figure.test(last.text) && figure.test(cell.lines[0]?.text ?? ""));
}

function fillsGaps(
  cells: readonly (TableBlockCell | null)[],
  above: readonly (TableBlockCell | null)[],
): boolean {
  return cells.every((cell, column) => cell === null || !above[column]);
}

function placeLine(line: Line, columns: readonly Column[], cells: (TableBlockCell | null)[]): void {
  for (const part of partsByColumn(line, columns)) {
    const touched = part.words.map((word) => columnAt(columns, word));
    const first = Math.min(...touched);
    const last = Math.max(...touched);
    const existing = cells[first];
    if (existing) {
      existing.words.push(...part.words);
      existing.lines = [makeLine(existing.words)];
    } else cells[first] = { words: [...part.words], lines: [part], columns: last - first + 1, rows: 1 };
  }
}

/** Cuts a line where a gutter runs through a gap wider than a space. A text without such a gap spans columns. */
function partsByColumn(line: Line, columns: readonly Column[]): Line[] {
  const sorted = [...line.words].sort((a, b) => a.left - b.left);
  const parts: Word[][] = [];
  for (const word of sorted) {
    const part = parts.at(-1);
    const before = part?.at(-1);
    const gap = before ? word.left - before.right : 0;
    const apart =
      before !== undefined && columnAt(columns, before) !== columnAt(columns, word) && gap > 0.4 * line.size;
    if (part && !apart) part.push(word);
    else parts.push([word]);
  }
  return parts.length === 1 ? [line] : parts.map(makeLine);
}

/** Fills gaps with empty cells, and drops the cells that a span covers. */
function compact(cells: (TableBlockCell | null)[]): TableBlockCell[] {
  const result: TableBlockCell[] = [];
  let column = 0;
  while (column < cells.length) {
    const cell = cells[column] ?? { words: [], lines: [], columns: 1, rows: 1 };
    let span = 1;
    while (span < cell.columns && !cells[column + span]) span += 1;
    cell.columns = Math.min(span, cells.length - column);
    result.push(cell);
    column += cell.columns;
  }
  return result;
}

const hasDigit = /\p{N}/u;

/** Whether the first row differs from the rest as headings do: bold above regular, or words above numbers. */
function hasHeader(rows: readonly TableBlockCell[][]): boolean {
  const [first, ...rest] = rows;
  if (!first || rest.length === 0) return false;
  const heads = first.filter((cell) => cell.lines.length > 0);
  if (heads.length < 2) return false;
  const body = rest.flat().filter((cell) => cell.lines.length > 0);
  if (body.length === 0) return false;
  const isBold = (cell: TableBlockCell) => cell.lines.every((line) => line.bold);
  if (heads.every(isBold) && body.filter(isBold).length < 0.5 * body.length) return true;
  const numeric = (cell: TableBlockCell) => cell.lines.some((line) => hasDigit.test(line.text));
  const numbersBelow = body.filter(numeric).length / body.length;
  const numbersAbove = heads.filter(numeric).length / heads.length;
  return numbersAbove <= 0.25 && numbersBelow >= 0.3 && heads.length >= 0.5 * first.length;
}

/** Headings of a table drawn with lines. A first row of short words above at least two more rows is enough. */
export function ruledHeaderRows(rows: TableBlockCell[][]): number {
  if (hasHeader(rows)) return 1;
  const [first, ...rest] = rows;
  if (!first || rest.length < 2) return 0;
  const filled = first.filter((cell) => cell.lines.length > 0);
  const short = filled.every((cell) => cell.words.length <= 6 && !/\d/.test(cell.lines[0]?.text ?? ""));
  return short && filled.length >= 2 && filled.length >= first.length - 1 ? 1 : 0;
}
