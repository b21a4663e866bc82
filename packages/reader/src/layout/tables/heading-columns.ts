import { type Box, overlap } from "../box.ts";
import type { Column } from "../text-rows.ts";

/** Columns that a heading stands over, both ends included. */
export type ColumnRange = { first: number; last: number };

type Placed = Box & { range: ColumnRange | null };

/** Share of a column that a heading must cover to span it. */
const minCover = 0.6;

/**
 * Gives each heading of the lowest row a column, left to right, so that the distances are least. Two headings never share
 * a column as long as there are enough. A heading that covers columns left over spans them.
 */
export function placeInOrder(
  headings: readonly Placed[],
  columns: readonly Column[],
  taken: readonly ColumnRange[],
): void {
  const free = columns
    .map((column, index) => ({ column, index }))
    .filter(({ index }) => !taken.some((range) => range.first <= index && index <= range.last));
  const sorted = [...headings].sort((a, b) => a.left + a.right - b.left - b.right);
  if (free.length === 0) {
    for (const heading of sorted) {
      const index = closest(heading, columns);
      heading.range = { first: index, last: index };
    }
    return;
  }
  // Headings one under the other, in one column, are placed as one.
  const groups: Placed[][] = [];
  for (const heading of sorted) {
    const group = groups.find((members) =>
      members.some((member) => overlap(member.left, member.right, heading.left, heading.right) > 0),
    );
    if (group) group.push(heading);
    else groups.push([heading]);
  }
  const chosen = cheapestOrder(
    groups.map((group) => (column: Column) => Math.min(...group.map((heading) => distance(heading, column)))),
    free.map(({ column }) => column),
  );
  const used = new Set(chosen.map((place) => free[place]?.index));
  groups.forEach((group, number) => {
    const index = free[chosen[number] ?? 0]?.index ?? 0;
    for (const heading of group) {
      const covers = (at: number) => {
        const column = columns[at];
        if (!column || used.has(at) || !free.some((one) => one.index === at)) return false;
        return (
          overlap(column.left, column.right, heading.left, heading.right) >
          minCover * (column.right - column.left)
        );
      };
      let [first, last] = [index, index];
      while (covers(first - 1)) first -= 1;
      while (covers(last + 1)) last += 1;
      heading.range = { first, last };
    }
  });
}

/** The cheapest assignment that keeps the order. With more headings than columns, neighbours share a column. */
function cheapestOrder(costs: ((column: Column) => number)[], columns: readonly Column[]): number[] {
  const shared = costs.length > columns.length;
  let best = columns.map(() => 0);
  const choices: number[][] = [];
  for (const cost of costs) {
    const totals: number[] = [];
    const from: number[] = [];
    let least = choices.length === 0 ? 0 : Number.POSITIVE_INFINITY;
    let leastAt = -1;
    columns.forEach((column, index) => {
      const reach = shared ? index : index - 1;
      const before = reach >= 0 ? best[reach] : undefined;
      if (choices.length > 0 && before !== undefined && before < least) {
        least = before;
        leastAt = reach;
      }
      totals.push(least + cost(column));
      from.push(leastAt);
    });
    best = totals;
    choices.push(from);
  }
  let at = best.indexOf(Math.min(...best));
  const result: number[] = [];
  for (let index = costs.length - 1; index >= 0; index -= 1) {
    result.unshift(at);
    at = choices[index]?.[at] ?? 0;
  }
  return result;
}

/** Numbers hang from the right edge under a centred heading, so edges count as much as centres. */
function distance(heading: Box, column: Column): number {
  const apart = Math.max(0, -overlap(column.left, column.right, heading.left, heading.right));
  const edges = Math.min(
    Math.abs(column.left - heading.left),
    Math.abs(column.right - heading.right),
    Math.abs(column.left + column.right - heading.left - heading.right) / 2,
  );
  return apart + 0.2 * edges;
}

const closest = (heading: Box, columns: readonly Column[]): number => {
  let best = 0;
  columns.forEach((column, index) => {
    if (distance(heading, column) < distance(heading, columns[best] as Column)) best = index;
  });
  return best;
};

/** The columns between the headings beside this one, which it may span. */
export function rangeBetween(
  heading: Box,
  others: readonly Placed[],
  columns: readonly Column[],
): ColumnRange {
  const centre = (heading.left + heading.right) / 2;
  let [first, last] = [0, columns.length - 1];
  for (const other of others) {
    if (other.range) {
      if ((other.left + other.right) / 2 < centre) first = Math.max(first, other.range.last + 1);
      else last = Math.min(last, other.range.first - 1);
      continue;
    }
    columns.forEach((column, index) => {
      if (overlap(column.left, column.right, other.left, other.right) <= 0) return;
      if ((other.left + other.right) / 2 < centre) first = Math.max(first, index + 1);
      else last = Math.min(last, index - 1);
    });
  }
  return first <= last ? { first, last } : { first: 0, last: columns.length - 1 };
}

/** The columns that a heading covers, and those beside them in whose middle it stands. */
export function nearestRange(heading: Box, columns: readonly Column[], limits: ColumnRange): ColumnRange {
  const centre = (heading.left + heading.right) / 2;
  const covered = columns.flatMap((column, index) =>
    index >= limits.first &&
    index <= limits.last &&
    overlap(column.left, column.right, heading.left, heading.right) > 0
      ? [index]
      : [],
  );
  // Columns end halfway between their texts.
  const edges = [...columns, undefined].map((column, index) => {
    const before = columns[index - 1];
    return column && before ? (before.right + column.left) / 2 : (column?.left ?? before?.right ?? 0);
  });
  let best: ColumnRange | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (let first = limits.first; first <= limits.last; first += 1) {
    for (let last = first; last <= limits.last; last += 1) {
      const [start, end] = [covered[0] ?? first, covered.at(-1) ?? last];
      if (first > start || last < end) continue;
      const middle = ((edges[first] ?? 0) + (edges[last + 1] ?? 0)) / 2;
      // Of two ranges with nearly the same middle, the smaller.
      const cost = Math.abs(middle - centre) + 0.5 * (last - first);
      if (cost < least) {
        least = cost;
        best = { first, last };
      }
    }
  }
  const index = closest(heading, columns);
  return best ?? { first: index, last: index };
}
