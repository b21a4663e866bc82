import type { TableBlockCell } from "../lines/table-block.ts";
import { type Column, columnAt, type TextRow } from "../lines/text-rows.ts";
import { median } from "../page/box.ts";
import { type Line, makeLine } from "../page/line.ts";
import type { Word } from "../page/page.ts";
import { isFigure, isValue } from "./figures.ts";
import { spansAllColumns } from "./section-row.ts";

type Cells = (TableBlockCell | null)[];
type Placed = { row: TextRow; cells: Cells };

/**
 * Builds the rows of a table's body from lines of text. Lines that only go on with the cells above, or with the label
 * above, are joined to their row.
 */
export function bodyRows(
  textRows: readonly TextRow[],
  columns: readonly Column[],
  rulesBetween: readonly number[],
  extent: Column = { left: columns[0]?.left ?? 0, right: columns.at(-1)?.right ?? 0 },
): TableBlockCell[][] {
  const lines = textRows.map((row): Placed => ({ row, cells: placeRow(row, columns, extent) }));
  const spacing = spacingOf(lines);
  const labelEnd = Math.max(...lines.map(({ cells }) => (cells[0]?.columns === 1 ? endOfText(cells[0]) : 0)));
  const rows: { cells: Cells; lines: Placed[] }[] = [];
  for (const line of lines) {
    const open = rows.at(-1);
    const above = open?.lines.at(-1);
    if (!open || !above || isRuleBetween(above.row, line.row, rulesBetween)) {
      rows.push({ cells: line.cells, lines: [line] });
      continue;
    }
    const isPart =
      standsBeside(above, line, open.cells) ||
      isClose(above, line, open.cells, spacing) ||
      goesOnBelow(above, line, open.cells, spacing) ||
      labelWraps(open.lines, above, line, labelEnd);
    if (isPart) {
      absorb(open.cells, line.cells);
      open.lines.push(line);
    } else rows.push({ cells: line.cells, lines: [line] });
  }
  return rows.map(({ cells }) => compact(cells));
}

function isRuleBetween(above: TextRow, row: TextRow, rules: readonly number[]): boolean {
  return rules.some((y) => y > above.baseline - 1 && y < row.baseline - 0.3 * row.size);
}

const pitchOf = (above: Placed, line: Placed) => line.row.baseline - above.row.baseline;

/** Text between two lines, because it labels both. It goes with the first. */
function standsBeside(above: Placed, line: Placed, open: Cells): boolean {
  return (
    pitchOf(above, line) < 0.8 * line.row.size && line.cells.every((cell, column) => !cell || !open[column])
  );
}

type Spacing = {
  /** Lines at most this far apart are lines of one row. Null when the distances don't show rows. */
  inRow: number | null;
  typical: number;
  isRoomy: boolean;
};

/** Rows further apart than the lines of a cell show themselves by their distances, unless numbers stand closely, too. */
function spacingOf(lines: readonly Placed[]): Spacing {
  const pairs = lines.slice(1).map((line, index) => ({
    line,
    above: lines[index] as Placed,
    pitch: pitchOf(lines[index] as Placed, line),
  }));
  const pitches = pairs.map(({ pitch }) => pitch);
  const isRoomy = pitches.some((pitch) => pitch > 1.25 * Math.min(...pitches));
  const spacing = { inRow: null, typical: median(pitches), isRoomy };
  const size = median(lines.map(({ row }) => row.size));
  const apart = pairs.filter(({ pitch }) => pitch >= 0.9 * size);
  const least = Math.min(...apart.map(({ pitch }) => pitch));
  const close = apart.filter(({ pitch }) => pitch <= 1.12 * least);
  if (least > 1.5 * size || close.length === 0 || close.length === apart.length) return spacing;
  const stacked = close.filter(({ above, line }) => stacksValues(above.cells, line.cells));
  const beginning = close.filter(({ above, line }) => [above, line].every(beginsRow));
  const rest = apart.filter(({ pitch }) => pitch > 1.12 * least);
  if (stacked.length > 0.1 * close.length || beginning.length > 0.5 * close.length) return spacing;
  // Blank space after every few rows is not a distance between rows.
  if (rest.length < 0.25 * apart.length) return spacing;
  return { ...spacing, inRow: 1.12 * least };
}

const beginsRow = ({ cells }: Placed) =>
  cells.filter((cell) => cell !== null).length >= 2 && cells[0] !== null;

const isValueCell = (cell: TableBlockCell | null | undefined): boolean =>
  cell?.lines.length === 1 && isValue(cell.lines[0]?.text ?? "");

/** Whether a number is under a number. Each then has its own row. */
function stacksValues(above: Cells, cells: Cells): boolean {
  return cells.some((cell, column) => {
    const last = above[column]?.lines.at(-1);
    return column > 0 && isValueCell(cell) && last !== undefined && isValue(last.text);
  });
}

function isClose(above: Placed, line: Placed, open: Cells, { inRow }: Spacing): boolean {
  return inRow !== null && pitchOf(above, line) <= inRow && !stacksValues(open, line.cells);
}

/** Whether cells go on with the text above them, in a line that begins no row. */
function goesOnBelow(above: Placed, line: Placed, open: Cells, { typical, isRoomy }: Spacing): boolean {
  if (line.cells[0]) return false;
  const goesOn = line.cells.every((cell, column) => {
    const last = open[column]?.lines.at(-1);
    return !cell || (last !== undefined && !(isFigure(last.text) && isFigure(cell.lines[0]?.text ?? "")));
  });
  if (!goesOn) return false;
  const { size } = line.row;
  if (pitchOf(above, line) < (isRoomy ? Math.max(typical, 1.3 * size) : 1.15 * size)) return true;
  return (
    pitchOf(above, line) < 1.5 * size &&
    line.cells.every((cell) => !cell || /^[\p{Ll}(]/u.test(cell.lines[0]?.text ?? ""))
  );
}

/** Whether two lines of the first column are one label, although numbers are beside one of them only. */
function labelWraps(open: readonly Placed[], above: Placed, line: Placed, end: number): boolean {
  const isBare = ({ cells }: Placed) =>
    cells[0]?.columns === 1 && cells.every((cell, column) => column === 0 || !cell);
  if (!isBare(line) && !open.every(isBare)) return false;
  const first = above.cells[0]?.lines.at(-1);
  const next = line.cells[0]?.lines[0];
  if (!first || !next || pitchOf(above, line) > 1.5 * next.size) return false;
  if (first.bold !== next.bold || Math.abs(first.size - next.size) > 0.1 * next.size) return false;
  if (/[:：]$|([.·…]\s?){3,}$/u.test(first.text)) return false;
  const word = next.words[0];
  const width = word ? word.right - word.left : 0;
  if (first.right + 0.25 * next.size + width < end - 0.5 * next.size) return false;
  const isIndented = next.left > first.left + 0.4 * next.size;
  const isBroken = /([,\-–/(&]|\b(of|and|or|the|for|in|with|by|to|from|on|than|per))$/iu.test(first.text);
  return /^[\p{Ll}(]/u.test(next.text) || isBroken || (isIndented && isBare(line));
}

/** Where the text of a cell ends. Leader dots run on to the end of every label. */
function endOfText(cell: TableBlockCell): number {
  return Math.max(...cell.lines.map((line) => (/([.·…]\s?){3,}$/u.test(line.text) ? 0 : line.right)));
}

function absorb(cells: Cells, others: Cells): void {
  others.forEach((cell, column) => {
    const target = cells[column];
    if (cell && target) {
      target.words.push(...cell.words);
      target.lines.push(...cell.lines);
    } else if (cell) cells[column] = cell;
  });
}

function placeRow(row: TextRow, columns: readonly Column[], extent: Column): Cells {
  const cells: Cells = columns.map(() => null);
  if (spansAllColumns(row, columns, extent)) {
    const [line] = row.lines as [Line];
    cells[0] = { words: [...line.words], lines: [line], columns: columns.length, rows: 1 };
    return cells;
  }
  for (const line of row.lines) placeLine(line, columns, cells);
  return cells;
}

function placeLine(line: Line, columns: readonly Column[], cells: Cells): void {
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

/** The space between two cells, in font sizes: at least this wide. */
const minCellGap = 0.4;
export const minEdgeGap = 0.36;

/** Cuts a line where a gutter runs through a gap wider than a space. A text without such a gap spans columns. */
function partsByColumn(line: Line, columns: readonly Column[]): Line[] {
  const sorted = [...line.words].sort((a, b) => a.left - b.left);
  const parts: Word[][] = [];
  for (const word of sorted) {
    const part = parts.at(-1);
    const before = part?.at(-1);
    const gap = before ? word.left - before.right : 0;
    const column = columnAt(columns, word);
    const edge = columns[column]?.left ?? 0;
    // At the very edge of a column, a word begins a cell after little more than a space.
    const beginsCell =
      before !== undefined &&
      before.right <= edge &&
      Math.abs(edge - word.left) < 0.2 * line.size &&
      gap > minEdgeGap * line.size;
    const apart =
      beginsCell ||
      (before !== undefined && columnAt(columns, before) !== column && gap > minCellGap * line.size);
    if (part && !apart) part.push(word);
    else parts.push([word]);
  }
  return parts.length === 1 ? [line] : parts.map((words) => makeLine(words));
}

/** Fills gaps with empty cells, and drops the cells that a span covers. */
function compact(cells: Cells): TableBlockCell[] {
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
