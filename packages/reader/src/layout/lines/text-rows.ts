import { type Box, median, overlap } from "../page/box.ts";
import type { Line } from "../page/line.ts";

/** Lines of one baseline, left to right. */
export type TextRow = Box & { lines: Line[]; baseline: number; size: number };

/** Groups lines by baseline, top to bottom. Lines half a font size apart are in different rows. */
export function rowsOfLines(lines: readonly Line[]): TextRow[] {
  const sorted = [...lines].sort((a, b) => a.baseline - b.baseline);
  const rows: TextRow[] = [];
  for (const line of sorted) {
    const row = rows.at(-1);
    if (row && sharesRow(row, line)) {
      // When a superscript and its line compete, the line decides the row.
      if (line.size > 1.2 * row.size) row.baseline = line.baseline;
      row.lines.push(line);
      row.left = Math.min(row.left, line.left);
      row.right = Math.max(row.right, line.right);
      row.top = Math.min(row.top, line.top);
      row.bottom = Math.max(row.bottom, line.bottom);
      row.size = Math.max(row.size, line.size);
    } else {
      const { left, top, right, bottom, baseline, size } = line;
      rows.push({ lines: [line], left, top, right, bottom, baseline, size });
    }
  }
  for (const row of rows) row.lines.sort((a, b) => a.left - b.left);
  return rows;
}

function sharesRow(row: TextRow, line: Line): boolean {
  const smaller = Math.min(row.size, line.size);
  const larger = Math.max(row.size, line.size);
  const distance = line.baseline - row.baseline;
  if (distance < 0.4 * smaller) return true;
  const height = Math.min(row.bottom - row.top, line.bottom - line.top);
  const nearest = Math.max(
    ...row.lines.map((other) => overlap(other.left, other.right, line.left, line.right)),
  );
  if (nearest < -larger) return false;
  return (
    smaller < 0.8 * larger &&
    distance < 0.6 * larger &&
    overlap(row.top, row.bottom, line.top, line.bottom) > 0.6 * height
  );
}

export type Column = { left: number; right: number };

/** Minimum width of a gutter, in font sizes. It is a little wider than a word space. */
const minGutterWidth = 0.45;

/**
 * Finds columns by the white space between them: gutters are ranges of x that (almost) no row crosses. One row in eight
 * may cross them, such as a heading across the table. With four or more rows the words decide, because spaces between
 * words rarely line up. With fewer rows only gaps wider than a space count.
 * Headings of their own keep columns apart that no row fills together, as debits and credits.
 */
export function columnsOfRows(
  rows: readonly TextRow[],
  size: number,
  headings: readonly TextRow[] = [],
): Column[] {
  const edges: { x: number; change: number }[] = [];
  const narrowest = minGutterWidth * size;
  for (const row of rows) {
    for (const line of row.lines) {
      const parts = rows.length >= minRowsForGutter ? line.words : [line];
      for (const part of parts) edges.push({ x: part.left, change: 1 }, { x: part.right, change: -1 });
    }
  }
  edges.sort((a, b) => a.x - b.x || b.change - a.change);
  const tolerated = rows.length >= 5 ? Math.max(1, Math.floor(rows.length / 8)) : 0;
  const columns: Column[] = [];
  let covering = 0;
  let start: number | null = null;
  for (const { x, change } of edges) {
    covering += change;
    if (start === null && covering > tolerated) start = x;
    else if (start !== null && covering <= tolerated) {
      const last = columns.at(-1);
      if (last && start - last.right < narrowest) last.right = x;
      else columns.push({ left: start, right: x });
      start = null;
    }
  }
  return withoutTwins(columns, rows, headings);
}

/** With this many rows, gaps between words that line up are a gutter and not chance. */
const minRowsForGutter = 4;

const maxHeadingRows = 2;

/**
 * Joins columns that are really one: two neighbours that no row fills together (a heading centred over left-aligned
 * text), two that only the spaces of a few lines divide, and two with words across the gap in many rows.
 */
function withoutTwins(
  columns: readonly Column[],
  rows: readonly TextRow[],
  headings: readonly TextRow[],
): Column[] {
  // For each column and row, the line that fills it.
  const filled = columns.map(() => new Map<number, Line>());
  rows.forEach((row, number) => {
    for (const line of row.lines) {
      for (const word of line.words) filled[columnAt(columns, word)]?.set(number, line);
    }
  });
  const result: Column[] = [];
  let open = new Map<number, Line>();
  columns.forEach((column, index) => {
    const own = filled[index] ?? new Map<number, Line>();
    const last = result.at(-1);
    const shared = [...own].filter(([number]) => open.has(number));
    const byChance =
      shared.length < minRowsForGutter && shared.some(([number, line]) => open.get(number) === line);
    const isCrossed =
      last !== undefined && rowsAcross(rows, last.right, column.left) > 0.3 * Math.min(own.size, open.size);
    const isHeading =
      shared.length === 0 &&
      Math.min(own.size, open.size) <= maxHeadingRows &&
      !(last && headings.some((row) => standsOver(row, last) && standsOver(row, column)));
    if (last && (isHeading || byChance || isCrossed)) {
      last.right = column.right;
      for (const [number, line] of own) open.set(number, line);
    } else {
      result.push({ ...column });
      open = new Map(own);
    }
  });
  return result;
}

/** Rows with a word across the gap between two columns, where the fewest have one: a long line of a cell may reach into it. */
const rowsAcross = (rows: readonly TextRow[], left: number, right: number): number =>
  Math.min(
    ...[0.1, 0.5, 0.9].map((share) => {
      const x = left + share * (right - left);
      const isAcross = (word: { left: number; right: number }) => word.left < x && word.right > x;
      return rows.filter(({ lines }) => lines.some(({ words }) => words.some(isAcross))).length;
    }),
  );

/** Whether a part of a row is over this column, and no wider one. */
const standsOver = ({ lines }: TextRow, { left, right }: Column): boolean =>
  lines.some((line) => overlap(left, right, line.left, line.right) > 0.5 * (line.right - line.left));

/** Index of the column that holds most of a box's width; -1 when the box touches none. */
export function columnAt(columns: readonly Column[], box: { left: number; right: number }): number {
  let best = -1;
  let most = Number.NEGATIVE_INFINITY;
  columns.forEach((column, index) => {
    const shared = overlap(column.left, column.right, box.left, box.right);
    if (shared > most) {
      most = shared;
      best = index;
    }
  });
  return best;
}

/**
 * Whether lines are running text. They fill their width with several words, and in scripts with capitals many lines
 * start in the middle of a sentence.
 */
export function isProse(lines: readonly Line[], width: number): boolean {
  if (lines.length < 3) return false;
  const fill = median(lines.map((line) => (line.right - line.left) / Math.max(width, 1)));
  if (fill <= 0.72) return false;
  const words = median(lines.map((line) => line.words.length));
  const unspaced = words <= 2 && median(lines.map((line) => line.text.length)) >= 12;
  if (words < 4 && !unspaced) return false;
  const cased = lines.filter((line) => /^\P{L}*[\p{Lu}\p{Ll}]/u.test(line.text)).length;
  if (cased < 0.5 * lines.length) return true;
  return lines.filter((line) => /^["'“‘(]?\p{Ll}/u.test(line.text)).length >= 0.3 * lines.length;
}
