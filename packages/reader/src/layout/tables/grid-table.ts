import { linesOfWords } from "../lines/page-lines.ts";
import { runSideBySide } from "../lines/running-text.ts";
import { ruledHeaderRows, type TableBlock, type TableBlockCell } from "../lines/table-block.ts";
import { rowsOfLines } from "../lines/text-rows.ts";
import { type Box, overlap } from "../page/box.ts";
import { makeLine } from "../page/line.ts";
import type { Word } from "../page/page.ts";
import { bodyRows } from "./body-rows.ts";
import { cellsOfGrid, type Grid } from "./rule-grid.ts";
import { isSentenceAcross, tableBetweenRules } from "./table-between-rules.ts";

/** When a cell of a sparse grid has more words than this, the lines frame a page and not a table. */
const maxWordsInSparseCell = 120;

export function tableOfGrid(grid: Grid, words: Word[]): TableBlock | null {
  const box: Box = { left: grid.left, top: grid.top, right: grid.right, bottom: grid.bottom };
  if (grid.xs.length === 2 || grid.ys.length === 2) {
    // The lines go in one direction only, so the text shows the cells of the other direction.
    return grid.ys.length > 2 || grid.xs.length > 2
      ? tableBetweenRules(box, grid.ys, rowsOfLines(linesOfWords(words)), grid.xs, grid.horizontals)
      : null;
  }
  const cells = cellsOfGrid(grid);
  const filled = fillCells(cells, grid, words);
  const { filledCells, fullest } = filled;
  const rows = filled.rows.flatMap((row) => splitOpenRow(row, grid));
  const total = filled.rows.reduce((count, row) => count + row.length, 0);
  const filledRows = rows.filter((row) => row.some((cell) => cell.lines.length > 0)).length;
  if (filledCells < 3 || filledRows < 2 || filledCells < 0.2 * total) return null;
  if (fullest > maxWordsInSparseCell && filledCells < 10) return null;
  // Headings above the columns would make them a table.
  if (holdsTextColumns(filled.rows[0] ?? [])) return null;
  const columnCount = grid.xs.length - 1;
  const isSplit = rows.length > filled.rows.length;
  const byText = isSplit ? null : textTable(grid, box, words, filledCells);
  if (byText) return byText;
  return { ...box, rows, columnCount, headerRows: ruledHeaderRows(rows) };
}

/** Lines of a chart or of boxes with arrows leave many columns without any text, not even a heading. */
export function isChartGrid(grid: Grid, words: readonly Word[]): boolean {
  const size = words[0]?.size ?? 10;
  const columns = grid.xs
    .slice(1)
    .map((right, index) => ({ left: grid.xs[index] ?? 0, right }))
    .filter(({ left, right }) => right - left > 0.6 * size);
  const empty = columns.filter(
    ({ left, right }) => !words.some((word) => overlap(left, right, word.left, word.right) > 0),
  );
  return empty.length >= 3 && empty.length >= 0.4 * columns.length;
}

const minColumnLines = 8;

/** A line between text columns, and a frame around them, make no table. */
function holdsTextColumns(row: readonly TableBlockCell[]): boolean {
  const long = row.filter((cell) => cell.lines.length >= minColumnLines).map((cell) => cell.lines);
  return long.length >= 2 && runSideBySide(long);
}

/**
 * Handles a box with a line under its heading and none between its rows, and lines around groups of columns only. The
 * rows and columns of the text are used when they fill a finer table almost completely.
 */
function textTable(grid: Grid, box: Box, words: Word[], filledCells: number): TableBlock | null {
  const rows = rowsOfLines(linesOfWords(words));
  if (rows.length < 4) return null;
  const candidates = [tableBetweenRules(box, [box.top, box.bottom], rows, [], grid.horizontals)];
  if (grid.ys.length <= 3) candidates.push(tableBetweenRules(box, grid.ys, rows, grid.xs, grid.horizontals));
  let best: TableBlock | null = null;
  for (const table of candidates) {
    if (!table || !evenlyFilled(table) || table.rows.flat().length < 2 * filledCells) continue;
    if (!best || table.rows.flat().length > best.rows.flat().length) best = table;
  }
  return best;
}

function evenlyFilled(table: TableBlock): boolean {
  const cells = table.rows.flat();
  return cells.filter((cell) => cell.lines.length > 0).length > 0.8 * cells.length;
}

function fillCells(cells: ReturnType<typeof cellsOfGrid>, grid: Grid, words: Word[]) {
  const owner = new Map<number, TableBlockCell>();
  const rows: TableBlockCell[][] = Array.from({ length: grid.ys.length - 1 }, () => []);
  const columnCount = grid.xs.length - 1;
  for (const cell of cells) {
    const block: TableBlockCell = { words: [], lines: [], columns: cell.columns, rows: cell.rows };
    rows[cell.row]?.push(block);
    for (let row = cell.row; row < cell.row + cell.rows; row += 1) {
      for (let column = cell.column; column < cell.column + cell.columns; column += 1) {
        owner.set(row * columnCount + column, block);
      }
    }
  }
  for (const word of words) {
    const column = indexIn(grid.xs, (word.left + word.right) / 2);
    const row = indexIn(grid.ys, (word.top + word.bottom) / 2);
    owner.get(row * columnCount + column)?.words.push(word);
  }
  let filledCells = 0;
  let fullest = 0;
  for (const block of new Set(owner.values())) {
    if (block.words.length === 0) continue;
    filledCells += 1;
    fullest = Math.max(fullest, block.words.length);
    block.lines = rowsOfLines(linesOfWords(block.words)).map((row) =>
      makeLine(row.lines.flatMap((line) => line.words)),
    );
  }
  const spanned = new Set(
    cells
      .filter((cell) => cell.rows > 1)
      .flatMap((cell) => Array.from({ length: cell.rows }, (_, index) => cell.row + index)),
  );
  const kept = rows.flatMap((row, index) => {
    if (spanned.has(index)) return [row];
    // Rows without text are gaps between double lines.
    return row.some((cell) => cell.lines.length > 0) ? splitByLines(row) : [];
  });
  return { rows: kept, filledCells, fullest };
}

/** A frame below a heading row: the text is in the heading's columns, although no line divides them. */
function splitOpenRow(row: TableBlockCell[], grid: Grid): TableBlockCell[][] {
  const [only] = row;
  const columnCount = grid.xs.length - 1;
  if (row.length !== 1 || !only || only.rows > 1 || only.columns !== columnCount || columnCount < 2)
    return [row];
  const textRows = rowsOfLines(linesOfWords(only.words));
  const several = textRows.filter((textRow) => textRow.lines.length >= 2).length;
  if (several < 2 || several < 0.6 * textRows.length) return [row];
  const columns = grid.xs.slice(1).map((right, index) => ({ left: grid.xs[index] ?? 0, right }));
  if (textRows.some((textRow) => textRow.lines.some((line) => isSentenceAcross(line, columns)))) return [row];
  return bodyRows(textRows, columns, []);
}

/** Rows of numbers, or of labels and values, that no line divides. The cells side by side have equally many lines. */
function splitByLines(row: TableBlockCell[]): TableBlockCell[][] {
  const filled = row.filter((cell) => cell.lines.length > 0);
  const count = filled[0]?.lines.length ?? 0;
  if (filled.length < 2 || count < 2 || filled.some((cell) => cell.lines.length !== count)) return [row];
  const level = filled.every((cell) =>
    cell.lines.every(
      (line, index) => Math.abs(line.baseline - (filled[0]?.lines[index]?.baseline ?? 0)) < 0.3 * line.size,
    ),
  );
  const [first, ...others] = filled;
  const labels = first?.lines.every((line) => /[:：]$/.test(line.text)) ?? false;
  const figures = others.every((cell) =>
    cell.lines.every((line) => /^[^\p{L}]*\p{N}[^\p{L}]*$/u.test(line.text)),
  );
  if (!level || !(labels || figures)) return [row];
  return Array.from({ length: count }, (_, index) =>
    row.map((cell) => {
      const line = cell.lines[index];
      return { ...cell, words: line ? line.words : [], lines: line ? [line] : [] };
    }),
  );
}

function indexIn(edges: readonly number[], value: number): number {
  let index = 0;
  while (index < edges.length - 2 && value > (edges[index + 1] ?? 0)) index += 1;
  return index;
}
