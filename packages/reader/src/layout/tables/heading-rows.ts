import type { TableBlockCell } from "../lines/table-block.ts";
import type { Column, TextRow } from "../lines/text-rows.ts";
import { around, overlap } from "../page/box.ts";
import type { Rule } from "../page/page.ts";
import { type ColumnRange, closestColumn, placeInOrder } from "./heading-columns.ts";
import { type Stack, stacksOf, withoutTwins } from "./heading-stacks.ts";
import { spanColumns } from "./spanned-columns.ts";

/**
 * Builds the heading rows of a table from the lines above its body. Lines under each other are one heading. A heading over
 * several others spans their columns, as the rule under it shows, or its place in the middle.
 */
export function headingRows(
  rows: readonly TextRow[],
  columns: readonly Column[],
  rules: readonly Rule[],
): TableBlockCell[][] {
  const stacks = stacksOf(rows, rules);
  const full = (columns.at(-1)?.right ?? 0) - (columns[0]?.left ?? 0);
  const bare = stacks.filter((stack) => !stacks.some((other) => isUnder(other, stack)));
  for (const stack of stacks) {
    stack.range = rangeOfRule(stack, stacks, columns, rules, full);
    stack.isRuled = stack.range !== null;
  }
  const lowest = lowestOf(bare, columns);
  const wide = columns.map((column, index) =>
    around([
      { ...column, top: 0, bottom: 0 },
      ...lowest.filter(({ range }) => range?.first === index && range.last === index),
    ]),
  );
  let upper = stacks.filter((stack) => !lowest.includes(stack));
  while (upper.length > 0) {
    // Headings side by side, from the lowest row upwards.
    const bottom = upper.reduce((low, stack) => (stack.bottom > low.bottom ? stack : low));
    const beside = upper.filter((stack) => overlap(stack.top, stack.bottom, bottom.top, bottom.bottom) > 0);
    const below = stacks.filter((stack) => !upper.includes(stack)).flatMap(({ range }) => range ?? []);
    spanColumns(beside, wide, below);
    for (const stack of beside) stack.range ??= closestColumn(stack, wide);
    upper = upper.filter((stack) => !beside.includes(stack));
  }
  return rowsOfStacks(withoutTwins(stacks), columns.length);
}

/**
 * The headings that stand right above the body, each with its column. A short heading over two others may be between
 * them: then no column is left for it.
 */
function lowestOf(bare: readonly Stack[], columns: readonly Column[]): Stack[] {
  const place = (stacks: readonly Stack[]) => {
    const ruled = stacks.flatMap(({ range, isRuled }) => (isRuled && range ? [range] : []));
    const open = stacks.filter(({ isRuled }) => !isRuled);
    placeInOrder(open, columns, ruled);
  };
  const neighbours = (stack: Stack, all: readonly Stack[]) => {
    const lower = all.filter((other) => startsBelow(other, stack)).sort((a, b) => a.left - b.left);
    return {
      left: lower.findLast((other) => other.right <= stack.left),
      right: lower.find((other) => other.left >= stack.right),
    };
  };
  const isBetween = (stack: Stack) => {
    const { left, right } = neighbours(stack, bare);
    return left !== undefined && right !== undefined;
  };
  const sure = bare.filter((stack) => !isBetween(stack));
  if (sure.length === bare.length) {
    place(bare);
    return [...bare];
  }
  place(sure);
  const lowest = bare.filter((stack) => {
    if (sure.includes(stack)) return true;
    const { left, right } = neighbours(stack, sure);
    return !left?.range || !right?.range || right.range.first - left.range.last > 1;
  });
  for (const stack of bare) if (!stack.isRuled) stack.range = null;
  place(lowest);
  return lowest;
}

const startsBelow = (lower: Stack, upper: Stack): boolean =>
  (lower.lines[0]?.baseline ?? 0) > (upper.lines.at(-1)?.baseline ?? 0) + 1;

/** Whether a heading is under another one, at least in part. */
const isUnder = (lower: Stack, upper: Stack): boolean =>
  lower !== upper &&
  startsBelow(lower, upper) &&
  overlap(lower.left, lower.right, upper.left, upper.right) > 0;

/** The columns over a short rule right under the heading. */
function rangeOfRule(
  stack: Stack,
  stacks: readonly Stack[],
  columns: readonly Column[],
  rules: readonly Rule[],
  full: number,
): ColumnRange | null {
  const centre = (stack.left + stack.right) / 2;
  const size = stack.lines[0]?.size ?? 10;
  const last = stack.lines.at(-1)?.baseline ?? 0;
  const under = rules.find((rule) => {
    const y = (rule.top + rule.bottom) / 2;
    return (
      y > last - 1 &&
      y < last + 1.1 * size &&
      rule.left < centre &&
      rule.right > centre &&
      rule.right - rule.left < 0.85 * full
    );
  });
  // A rule under several headings shows the end of none.
  const isShared = stacks.some(
    (other) =>
      other !== stack &&
      overlap(other.top, other.bottom, stack.top, stack.bottom) > 0 &&
      overlap(other.left, other.right, under?.left ?? 0, under?.right ?? 0) > 0,
  );
  if (!under || isShared) return null;
  const covered = columns.flatMap((column, index) => {
    const shared = overlap(column.left, column.right, under.left, under.right);
    return shared > 0.5 * (column.right - column.left) ? [index] : [];
  });
  const [first] = covered;
  return first === undefined ? null : { first, last: covered.at(-1) ?? first };
}

function rowsOfStacks(stacks: readonly Stack[], width: number): TableBlockCell[][] {
  const shares = (a: Stack, b: Stack) =>
    a.range !== null && b.range !== null && a.range.first <= b.range.last && b.range.first <= a.range.last;
  const fromBottom = [...stacks].sort(
    (a, b) => (b.lines.at(-1)?.baseline ?? 0) - (a.lines.at(-1)?.baseline ?? 0),
  );
  fromBottom.forEach((stack, index) => {
    const below = fromBottom.slice(0, index).filter((other) => shares(other, stack));
    stack.level = below.length === 0 ? 0 : Math.max(...below.map((other) => other.level)) + 1;
  });
  const height = Math.max(0, ...stacks.map((stack) => stack.level)) + 1;
  const places: (TableBlockCell | null | undefined)[][] = Array.from({ length: height }, () =>
    new Array(width).fill(undefined),
  );
  for (const stack of stacks) {
    const { first, last } = stack.range ?? { first: 0, last: 0 };
    const isFree = (level: number) =>
      stacks.every((other) => other === stack || other.level !== level || !shares(other, stack));
    const beside = (level: number) =>
      stacks.some(
        (other) =>
          other.level === level &&
          overlap(other.top, other.bottom, stack.top, stack.bottom) > 0.3 * (other.bottom - other.top),
      );
    let top = stack.level;
    while (top + 1 < height && isFree(top + 1) && beside(top + 1)) top += 1;
    const row = height - 1 - top;
    const rows = top - stack.level + 1;
    const cell = {
      words: stack.lines.flatMap((line) => line.words),
      lines: stack.lines,
      columns: last - first + 1,
      rows,
    };
    for (let at = row; at < row + rows; at += 1) {
      for (let column = first; column <= last; column += 1) (places[at] ?? [])[column] = null;
    }
    (places[row] ?? [])[first] = cell;
  }
  return places.map((row) =>
    row.flatMap((cell) => (cell === null ? [] : [cell ?? { words: [], lines: [], columns: 1, rows: 1 }])),
  );
}
