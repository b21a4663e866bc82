import { cellText, hasHeader, type TableBlock, type TableBlockCell } from "../lines/table-block.ts";
import { around } from "../page/box.ts";
import type { Line } from "../page/line.ts";
import { isOfValues, isValue } from "./figures.ts";

/** Minimum width of the space between two tables, in font sizes. */
const minGap = 3;
const minRows = 2;

/**
 * Divides two tables that are beside each other and were found as one: labels and amounts on the left, labels and
 * amounts on the right, and no heading over the amounts. A line above one of them is its title. Null for one table.
 */
export function sideBySide(table: TableBlock): { tables: TableBlock[]; titles: Line[] } | null {
  if (table.columnCount !== 4 || table.rows.some((row) => row.some((cell) => cell.rows > 1))) return null;
  const grid = table.rows.map(cellsByColumn);
  const columns = [0, 1, 2, 3].map((column) => grid.flatMap((row) => row[column]?.lines ?? []));
  const [labels = [], amounts = [], otherLabels = [], otherAmounts = []] = columns;
  if (!isOfValues(amounts) || !isOfValues(otherAmounts)) return null;
  if (!areWords(labels) || !areWords(otherLabels)) return null;
  if (grid.some((row) => [row[1], row[3]].some((cell) => isFilled(cell) && !isValue(cellText(cell)))))
    return null;
  const gap =
    Math.min(...otherLabels.map((line) => line.left)) -
    Math.max(...[...labels, ...amounts].map((line) => line.right));
  if (gap < minGap * (labels[0]?.size ?? 10)) return null;
  const left = halfOf(grid.map((row) => row.slice(0, 2)));
  const right = halfOf(grid.map((row) => row.slice(2)));
  if (!left || !right) return null;
  return { tables: [left.table, right.table], titles: [...left.titles, ...right.titles] };
}

type Grid = (TableBlockCell | undefined)[][];

/** The cells of a row at the columns in which they begin. */
function cellsByColumn(row: readonly TableBlockCell[]): Grid[number] {
  const cells: Grid[number] = [];
  let column = 0;
  for (const cell of row) {
    cells[column] = cell;
    column += cell.columns;
  }
  return cells;
}

const isFilled = (cell: TableBlockCell | undefined): cell is TableBlockCell =>
  cell !== undefined && cell.lines.length > 0;

const areWords = (lines: readonly Line[]): boolean =>
  lines.length >= minRows && lines.filter((line) => /\p{L}{3}/u.test(line.text)).length >= 0.7 * lines.length;

function halfOf(grid: Grid): { table: TableBlock; titles: Line[] } | null {
  const filled = grid.filter((row) => row.some(isFilled));
  const first = filled.findIndex((row) => isFilled(row[0]) && isFilled(row[1]));
  const body = filled.slice(first);
  if (first < 0 || body.length < minRows) return null;
  const lines = (rows: Grid) => rows.flat().flatMap((cell) => cell?.lines ?? []);
  const empty: TableBlockCell = { words: [], lines: [], columns: 1, rows: 1 };
  const rows = body.map((row) => [0, 1].map((column) => ({ ...(row[column] ?? empty), columns: 1 })));
  const headerRows = hasHeader(rows) ? 1 : 0;
  return {
    table: { ...around(lines(body)), rows, columnCount: 2, headerRows },
    titles: lines(filled.slice(0, first)),
  };
}
