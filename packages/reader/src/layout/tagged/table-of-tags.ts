import { layOutTable } from "../../markup/table-layout.ts";
import { linesOfWords } from "../lines/page-lines.ts";
import { hasHeader, type TableBlock, type TableBlockCell } from "../lines/table-block.ts";
import { around, type Box, overlap } from "../page/box.ts";
import type { Word } from "../page/page.ts";
import type { TaggedRow } from "./tagged-cell.ts";

/** The share of neighbours that are beside or below each other. */
const minRegular = 0.8;
/** The share of rows that fill all columns. */
const minFull = 0.5;

/** A table as its tags say. Null where its cells are in no rows and columns on the page. */
export function tableOfTags(
  tagged: readonly TaggedRow[],
  wordsOf: (content: number) => readonly Word[],
): TableBlock | null {
  const rows = tagged.map(({ cells, isHead }) => ({
    isHead,
    headers: cells.map(({ isHeader }) => isHeader),
    cells: cells.map(({ contents, columns, rows: span }): TableBlockCell => {
      const words = contents.flatMap(wordsOf);
      return { words, lines: linesOfWords(words), columns, rows: span };
    }),
  }));
  const all = rows.flatMap(({ cells }) => cells);
  const filled = all.filter(({ words }) => words.length > 0);
  if (filled.length < 2 || !standsInRows(rows.map(({ cells }) => cells))) return null;
  const columnCount = placeInColumns(rows);
  if (columnCount === null) return null;
  const headers = rows.flatMap((row) => row.headers.filter((_, index) => row.cells[index]?.words.length));
  // Where every cell is a heading, the tags say nothing.
  const tellsHeaders = headers.includes(true) && headers.includes(false);
  let headerRows = 0;
  const isHeading = (row: (typeof rows)[number]) =>
    row.isHead || row.cells.every(({ words }, index) => words.length === 0 || row.headers[index] === true);
  if (tellsHeaders) while (headerRows < rows.length && isHeading(rows[headerRows] as never)) headerRows += 1;
  const blocks = rows.map(({ cells, headers: own }) =>
    cells.map((cell, index) => (tellsHeaders && own[index] ? { ...cell, isHeader: true } : cell)),
  );
  const isLeftward = blocks.some(([first, second]) => isBefore(second, first));
  return {
    ...around(filled.flatMap(({ words }) => words)),
    rows: isLeftward ? blocks.map((row) => row.reverse()) : blocks,
    columnCount,
    headerRows: tellsHeaders ? headerRows : hasHeader(blocks) ? 1 : 0,
  };
}

const isBefore = (cell: TableBlockCell | undefined, next: TableBlockCell | undefined): boolean =>
  cell !== undefined &&
  next !== undefined &&
  cell.words.length > 0 &&
  next.words.length > 0 &&
  around(cell.words).right <= around(next.words).left;

/** The longest text of a cell (characters) of a table without tags. Boxes beside each other hold longer ones. */
const maxCellLength = 300;
/** How exactly (points) cells of one column begin, end or are centred at the same place. */
const maxOffset = 2;

/** Whether the cells of each column have an edge or their middle in common, and those of each row their height. */
export function standsInColumns({ rows, columnCount }: TableBlock): boolean {
  const isEven = (places: readonly number[]) => Math.max(...places) - Math.min(...places) <= maxOffset;
  for (const row of rows) {
    const boxes = row.filter(({ words }) => words.length > 0).map(({ words }) => around(words));
    const [top, bottom] = [
      Math.max(...boxes.map((box) => box.top)),
      Math.min(...boxes.map((box) => box.bottom)),
    ];
    if (boxes.length > 1 && top >= bottom) return false;
    if (row.some(({ words }) => words.reduce((sum, { text }) => sum + text.length + 1, 0) > maxCellLength))
      return false;
  }
  for (let column = 0; column < columnCount; column += 1) {
    const boxes = rows.flatMap((row) => {
      const words = row.length === columnCount ? (row[column]?.words ?? []) : [];
      return words.length > 0 ? [around(words)] : [];
    });
    const edges = [boxes.map(({ left }) => left), boxes.map(({ right }) => right)];
    const middles = boxes.map(({ left, right }) => (left + right) / 2);
    if (boxes.length === 0 || ![...edges, middles].some(isEven)) return false;
  }
  return true;
}

type Row = { cells: TableBlockCell[]; headers: boolean[] };

/** Gives the cells of rows that are too short the columns in which they stand. Returns how many columns there are. */
function placeInColumns(rows: readonly Row[]): number | null {
  const widths = widthsOf(rows.map(({ cells }) => cells));
  const columnCount = Math.max(...widths);
  const full = rows.filter((_, index) => widths[index] === columnCount);
  if (full.length < minFull * widths.filter((width) => width > 0).length) return null;
  if (full.length === rows.length) return columnCount;
  const columns = Array.from({ length: columnCount }, (_, column) =>
    around(full.flatMap(({ cells }) => (cells.length === columnCount ? (cells[column]?.words ?? []) : []))),
  );
  for (const [index, row] of rows.entries()) {
    const isShort = (widths[index] ?? 0) < columnCount && row.cells.every((cell) => cell.columns === 1);
    if (isShort && row.cells.length > 0 && !placeByPosition(row, columns)) return null;
  }
  return columnCount;
}

function placeByPosition(row: Row, columns: readonly Box[]): boolean {
  const placed = columns.map(() => ({ cell: emptyCell(), isHeader: false }));
  let next = 0;
  for (const [index, cell] of row.cells.entries()) {
    if (cell.words.length === 0) continue;
    const box = around(cell.words);
    const shared = columns.map((column) => overlap(column.left, column.right, box.left, box.right));
    const at = shared.indexOf(Math.max(...shared));
    if (at < next) return false;
    placed[at] = { cell, isHeader: row.headers[index] ?? false };
    next = at + 1;
  }
  row.cells = placed.map(({ cell }) => cell);
  row.headers = placed.map(({ isHeader }) => isHeader);
  return true;
}

const emptyCell = (): TableBlockCell => ({ words: [], lines: [], columns: 1, rows: 1 });

/** How many columns each row fills, with the cells that reach into it from above. */
function widthsOf(rows: readonly TableBlockCell[][]): number[] {
  const layout = layOutTable(
    rows.map((row) => row.map(({ columns, rows: span }) => ({ text: "x", colspan: columns, rowspan: span }))),
  );
  return layout.rows.map((row, index) => {
    const reaching = layout.reaching.get(index) ?? [];
    return Math.max(0, ...[...row, ...reaching].map(({ column, columns }) => column + columns));
  });
}

/** Whether cells are beside each other in their rows, and rows below each other. */
function standsInRows(rows: readonly TableBlockCell[][]): boolean {
  const boxes = rows.map((row) =>
    row.filter(({ words }) => words.length > 0).map(({ words }) => around(words)),
  );
  let right = 0;
  let left = 0;
  let pairs = 0;
  let below = 0;
  let steps = 0;
  let above: number | null = null;
  for (const row of boxes) {
    row.forEach((box, index) => {
      const before = row[index - 1];
      if (!before) return;
      pairs += 1;
      if (box.left >= before.right - 2) right += 1;
      if (box.right <= before.left + 2) left += 1;
    });
    if (row.length === 0) continue;
    const middle = Math.min(...row.map(({ top }) => top));
    if (above !== null) {
      steps += 1;
      if (middle >= above - 2) below += 1;
    }
    above = middle;
  }
  return Math.max(left, right) >= minRegular * pairs && below >= minRegular * steps;
}
