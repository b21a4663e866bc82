import type { Column } from "../lines/text-rows.ts";
import { type Box, overlap } from "../page/box.ts";

/** Columns that a heading is over, both ends included. */
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
    for (const heading of sorted) heading.range = closestColumn(heading, columns);
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

/** The column nearest to a heading. */
export function closestColumn(heading: Box, columns: readonly Column[]): ColumnRange {
  let best = 0;
  columns.forEach((column, index) => {
    if (distance(heading, column) < distance(heading, columns[best] as Column)) best = index;
  });
  return { first: best, last: best };
}
