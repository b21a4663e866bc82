import type { Column } from "../lines/text-rows.ts";
import { type Box, overlap } from "../page/box.ts";
import type { ColumnRange } from "./heading-columns.ts";

type Heading = Box & { range: ColumnRange | null; lines: readonly { size: number }[] };

/** What a column costs over which no heading stands, as a distance in font sizes. */
const uncovered = 1;
/** What a column costs that lies under a heading and is not spanned. */
const missed = 4;
/** Wider tables would take long. */
const maxColumns = 60;

/**
 * Gives headings side by side over other headings the columns that they span. Each is near the middle of its columns,
 * together they leave few columns out, and none divides the columns of a heading below.
 */
export function spanColumns(
  headings: readonly Heading[],
  columns: readonly Column[],
  below: readonly ColumnRange[],
): void {
  const sorted = headings
    .filter(({ range }) => range === null)
    .sort((a, b) => a.left + a.right - b.left - b.right);
  const taken = headings.flatMap(({ range }) => range ?? []);
  if (sorted.length === 0 || columns.length > maxColumns) return;
  const edges = [...columns, undefined].map((column, index) => {
    const before = columns[index - 1];
    // Columns end halfway between their texts.
    return column && before ? (before.right + column.left) / 2 : (column?.left ?? before?.right ?? 0);
  });
  const isFree = ({ first, last }: ColumnRange) =>
    taken.every((range) => range.last < first || range.first > last) &&
    below.every(
      (range) => (range.first >= first && range.last <= last) || range.last < first || range.first > last,
    );
  const costOf = (heading: Heading, { first, last }: ColumnRange): number => {
    const size = heading.lines[0]?.size ?? 10;
    const centre = (heading.left + heading.right) / 2;
    // A heading is in the middle of the texts below it, or in the middle of its cell.
    const ofTexts = ((columns[first]?.left ?? 0) + (columns[last]?.right ?? 0)) / 2;
    const ofCells = ((edges[first] ?? 0) + (edges[last + 1] ?? 0)) / 2;
    const left = columns.filter((column, index) => {
      const shared = overlap(column.left, column.right, heading.left, heading.right);
      const isUnder =
        shared > 0.5 * (column.right - column.left) || shared > 0.7 * (heading.right - heading.left);
      return isUnder && (index < first || index > last);
    });
    return Math.min(Math.abs(ofTexts - centre), Math.abs(ofCells - centre)) / size + missed * left.length;
  };
  // The column of labels seldom has a heading above its own.
  const gap = (from: number, to: number) => uncovered * Math.max(0, to - Math.max(1, from));
  type Choice = { cost: number; ranges: ColumnRange[] };
  const known = new Map<string, Choice>();
  const choose = (number: number, from: number): Choice => {
    const heading = sorted[number];
    if (!heading) return { cost: gap(from, columns.length), ranges: [] };
    const key = `${number} ${from}`;
    const before = known.get(key);
    if (before) return before;
    let best: Choice = { cost: Number.POSITIVE_INFINITY, ranges: [] };
    for (let first = from; first < columns.length; first += 1) {
      for (let last = first; last < columns.length; last += 1) {
        const range = { first, last };
        if (!isFree(range)) continue;
        const own = gap(from, first) + costOf(heading, range);
        if (own >= best.cost) continue;
        const rest = choose(number + 1, last + 1);
        if (own + rest.cost < best.cost) best = { cost: own + rest.cost, ranges: [range, ...rest.ranges] };
      }
    }
    known.set(key, best);
    return best;
  };
  const { ranges } = choose(0, 0);
  sorted.forEach((heading, index) => {
    heading.range = ranges[index] ?? null;
  });
}
