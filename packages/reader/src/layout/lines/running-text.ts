import type { Line } from "../page/line.ts";
import { isUnspaced } from "../page/script.ts";
import type { Column } from "./text-rows.ts";

/** Lines further apart than this (in font sizes) don't belong to one text. */
const maxPitch = 1.7;
/** Chinese and Japanese, in columns above all, are set wider. */
const maxUnspacedPitch = 2.1;
const minContinuing = 3;
/** Fewer letters of Chinese or Japanese than this are a cell rather than a line of text. */
const minUnspaced = 8;
/** Many lines of running text begin with a lowercase letter: fewer in German, more in French. */
const minShare = 0.34;
const startsInside = /^["'“‘«(]?\p{Ll}/u;
const brokenWord = /\p{L}[-\u00ad]$/u;
const sentenceEnd = /[.!?:;。！？；]["'”’»)\]]*$/u;

/** Whether lines that are under each other are running text: they go on with the sentence of the line above. */
function flows(lines: readonly Line[]): boolean {
  const { pairs, continuing } = pairsOf(lines);
  return continuing >= minContinuing && continuing >= minShare * pairs;
}

function pairsOf(lines: readonly Line[]): { pairs: number; continuing: number } {
  const sorted = [...lines].sort((a, b) => a.baseline - b.baseline);
  const right = Math.max(...sorted.map((line) => line.right));
  const left = Math.min(...sorted.map((line) => line.left));
  let pairs = 0;
  let continuing = 0;
  sorted.slice(1).forEach((line, index) => {
    const above = sorted[index] as Line;
    const pitch = isUnspaced(line.text.slice(0, 1)) ? maxUnspacedPitch : maxPitch;
    if (line.baseline - above.baseline > pitch * Math.max(line.size, above.size)) return;
    pairs += 1;
    if (goesOn(above, line, right - left)) continuing += 1;
  });
  return { pairs, continuing };
}

function goesOn(above: Line, line: Line, width: number): boolean {
  if (above.words.length < 2 && !(isUnspaced(above.text.slice(0, 1)) && above.text.length >= minUnspaced))
    return false;
  if (startsInside.test(line.text) || (brokenWord.test(above.text) && /^\p{L}/u.test(line.text))) return true;
  // Scripts without capitals: the line above is full, and its sentence has not ended.
  const hasCapitals = /[\p{Ll}\p{Lu}]/u.test(line.text);
  const isFull = above.right - above.left > 0.85 * width;
  return !hasCapitals && isFull && isUnspaced(line.text.slice(0, 1)) && !sentenceEnd.test(above.text);
}

/**
 * Whether rows that look like those of a table are lines of text columns side by side: in two columns the text runs on
 * from line to line, or each column is a piece of a longer one that does. In a table, the cells of a row begin together.
 */
export function areTextColumns(
  columns: readonly Column[],
  cells: readonly (readonly Line[])[],
  allLines: readonly Line[],
): boolean {
  if (cells.filter(flows).length >= 2) return runSideBySide(cells);
  if (cells.some(isOfFigures)) return false;
  const stretches = columns.map((column, index) =>
    stretchOf(column, columns[index + 1], cells[index] ?? [], allLines),
  );
  return stretches.every((lines, index) => lines.length >= (cells[index]?.length ?? 0) + 3 && flows(lines));
}

/** Whether the text of two columns runs on from line to line, each on its own. */
export function runSideBySide(columns: readonly (readonly Line[])[]): boolean {
  const running = columns.filter(flows);
  return running.length >= 2 && !beginTogether(running);
}

const isOfFigures = (lines: readonly Line[]) =>
  lines.filter((line) => /^[^\p{L}]*\p{N}[^\p{L}]*$/u.test(line.text)).length > 0.5 * lines.length;

/** Whether the paragraphs of the columns begin on the same lines, as the cells of rows do. */
export function beginTogether(columns: readonly (readonly Line[])[]): boolean {
  const beginnings = columns.map((lines) => {
    const sorted = [...lines].sort((a, b) => a.baseline - b.baseline);
    const width =
      Math.max(...sorted.map((line) => line.right)) - Math.min(...sorted.map((line) => line.left));
    return sorted.filter((line, index) => index > 0 && !goesOn(sorted[index - 1] as Line, line, width));
  });
  const [fewest = [], ...others] = beginnings.sort((a, b) => a.length - b.length);
  if (fewest.length < 2) return false;
  const together = fewest.filter((line) =>
    others.every((other) =>
      other.some(({ baseline }) => Math.abs(baseline - line.baseline) < 0.4 * line.size),
    ),
  );
  return together.length >= 0.7 * fewest.length;
}

/** The lines above and below that are in the same column, up to a wide gap or a line that leaves the column. */
function stretchOf(
  column: Column,
  next: Column | undefined,
  own: readonly Line[],
  allLines: readonly Line[],
): Line[] {
  const size = own[0]?.size ?? 10;
  const start = column.left - 0.6 * size;
  const end = next ? next.left - 0.2 * size : Number.POSITIVE_INFINITY;
  const touching = allLines.filter(
    (line) => line.right > column.left && line.left < Math.min(column.right, end),
  );
  const sorted = touching.sort((a, b) => a.baseline - b.baseline);
  const ownLines = new Set(own);
  const first = sorted.findIndex((line) => ownLines.has(line));
  const last = sorted.findLastIndex((line) => ownLines.has(line));
  if (first < 0) return [];
  const belongs = (line: Line, neighbour: Line) =>
    line.left >= start &&
    line.right <= end &&
    Math.abs(line.size - size) < 0.15 * size &&
    Math.abs(line.baseline - neighbour.baseline) < 2.6 * size;
  let [from, to] = [first, last];
  while (from > 0 && belongs(sorted[from - 1] as Line, sorted[from] as Line)) from -= 1;
  while (to + 1 < sorted.length && belongs(sorted[to + 1] as Line, sorted[to] as Line)) to += 1;
  return sorted.slice(from, to + 1);
}
