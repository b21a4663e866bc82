import { type Box, overlap } from "../page/box.ts";
import type { Rule } from "../page/page.ts";

/**
 * A grid of lines that cross or touch each other. `xs` and `ys` are the positions of its vertical and horizontal lines.
 */
export type Grid = Box & { xs: number[]; ys: number[]; horizontals: Rule[]; verticals: Rule[] };

type GridCell = { row: number; column: number; rows: number; columns: number };

/** Lines closer than this (points) are one line drawn twice. A line that ends this close to another line touches it. */
const touchDistance = 3;
const maxLines = 1_500;
const maxCells = 20_000;

/** Groups lines into grids, and lists the horizontal lines that belong to none. */
export function gridsOfRules(rules: readonly Rule[]): { grids: Grid[]; horizontals: Rule[] } {
  const isHorizontal = (rule: Rule) => rule.right - rule.left >= rule.bottom - rule.top;
  const horizontals = mergeCollinear(rules.filter(isHorizontal), "horizontal");
  const verticals = mergeCollinear(
    rules.filter((rule) => !isHorizontal(rule)),
    "vertical",
  );
  if (horizontals.length > maxLines || verticals.length > maxLines) return { grids: [], horizontals: [] };
  const parent = Array.from({ length: horizontals.length + verticals.length }, (_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parent[root] !== root) root = parent[root] as number;
    let at = index;
    while (parent[at] !== root) {
      const next = parent[at] as number;
      parent[at] = root;
      at = next;
    }
    return root;
  };
  horizontals.forEach((horizontal, first) => {
    verticals.forEach((vertical, second) => {
      const touches =
        vertical.left <= horizontal.right + touchDistance &&
        vertical.right >= horizontal.left - touchDistance &&
        horizontal.top <= vertical.bottom + touchDistance &&
        horizontal.bottom >= vertical.top - touchDistance;
      if (touches) parent[rootOf(first)] = rootOf(horizontals.length + second);
    });
  });
  const groups = new Map<number, { horizontals: Rule[]; verticals: Rule[] }>();
  parent.forEach((_, index) => {
    const root = rootOf(index);
    const group = groups.get(root) ?? { horizontals: [], verticals: [] };
    groups.set(root, group);
    if (index < horizontals.length) group.horizontals.push(horizontals[index] as Rule);
    else group.verticals.push(verticals[index - horizontals.length] as Rule);
  });
  const grids: Grid[] = [];
  const single: Rule[] = [];
  for (const group of groups.values()) {
    if (group.verticals.length === 0 || group.horizontals.length < 2) {
      single.push(...group.horizontals);
      continue;
    }
    const grid = gridOf(group.horizontals, group.verticals);
    const cells = (grid.xs.length - 1) * (grid.ys.length - 1);
    if (cells >= 2 && cells <= maxCells) grids.push(grid);
    else single.push(...group.horizontals);
  }
  return { grids, horizontals: single };
}

function gridOf(horizontals: Rule[], verticals: Rule[]): Grid {
  // A table without lines at its sides ends where its horizontal lines end.
  const xs = places([
    ...verticals.map((rule) => (rule.left + rule.right) / 2),
    Math.min(...horizontals.map((rule) => rule.left)),
    Math.max(...horizontals.map((rule) => rule.right)),
  ]);
  const ys = places([
    ...horizontals.map((rule) => (rule.top + rule.bottom) / 2),
    Math.min(...verticals.map((rule) => rule.top)),
    Math.max(...verticals.map((rule) => rule.bottom)),
  ]);
  return {
    xs,
    ys,
    horizontals,
    verticals,
    left: xs[0] ?? 0,
    right: xs.at(-1) ?? 0,
    top: ys[0] ?? 0,
    bottom: ys.at(-1) ?? 0,
  };
}

function places(values: number[]): number[] {
  const sorted = values.sort((a, b) => a - b);
  const result: number[] = [];
  for (const value of sorted) {
    const last = result.at(-1);
    if (last === undefined || value - last > touchDistance) result.push(value);
  }
  return result;
}

/** Joins rules on one line that touch each other. Some programs draw a line cell by cell. */
export function mergeCollinear(rules: Rule[], direction: "horizontal" | "vertical"): Rule[] {
  const across = (rule: Rule) =>
    (direction === "horizontal" ? rule.top + rule.bottom : rule.left + rule.right) / 2;
  const start = (rule: Rule) => (direction === "horizontal" ? rule.left : rule.top);
  const sorted = [...rules].sort((a, b) => across(a) - across(b) || start(a) - start(b));
  const merged: Rule[] = [];
  // Lines at one height come in runs. Within a run they are sorted by start before they are joined.
  let run: Rule[] = [];
  const finishRun = () => {
    run.sort((a, b) => start(a) - start(b));
    for (const rule of run) {
      const last = merged.at(-1);
      const joins =
        last !== undefined &&
        Math.abs(across(last) - across(rule)) < 1.5 &&
        (direction === "horizontal"
          ? overlap(last.left, last.right, rule.left, rule.right) > -touchDistance
          : overlap(last.top, last.bottom, rule.top, rule.bottom) > -touchDistance);
      if (last && joins) {
        last.left = Math.min(last.left, rule.left);
        last.right = Math.max(last.right, rule.right);
        last.top = Math.min(last.top, rule.top);
        last.bottom = Math.max(last.bottom, rule.bottom);
      } else merged.push({ ...rule });
    }
    run = [];
  };
  for (const rule of sorted) {
    const first = run[0];
    if (first && across(rule) - across(first) > 1.5) finishRun();
    run.push(rule);
  }
  finishRun();
  return merged;
}

/** The cells of a grid. Two cells without a line between them are one cell, as long as the result is a rectangle. */
export function cellsOfGrid(grid: Grid): GridCell[] {
  const columns = grid.xs.length - 1;
  const rows = grid.ys.length - 1;
  const owner = Array.from({ length: rows * columns }, (_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (owner[root] !== root) root = owner[root] as number;
    return root;
  };
  const edge = (values: number[], index: number) => values[index] ?? 0;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const index = row * columns + column;
      const top = edge(grid.ys, row);
      const bottom = edge(grid.ys, row + 1);
      const left = edge(grid.xs, column);
      const right = edge(grid.xs, column + 1);
      if (column + 1 < columns && !isDrawn(grid.verticals, "vertical", right, top, bottom)) {
        owner[rootOf(index + 1)] = rootOf(index);
      }
      if (row + 1 < rows && !isDrawn(grid.horizontals, "horizontal", bottom, left, right)) {
        owner[rootOf(index + columns)] = rootOf(index);
      }
    }
  }
  const members = new Map<number, number[]>();
  owner.forEach((_, index) => {
    const root = rootOf(index);
    const list = members.get(root);
    if (list) list.push(index);
    else members.set(root, [index]);
  });
  const cells: GridCell[] = [];
  for (const indices of members.values()) {
    const rowNumbers = indices.map((index) => Math.floor(index / columns));
    const columnNumbers = indices.map((index) => index % columns);
    const row = Math.min(...rowNumbers);
    const column = Math.min(...columnNumbers);
    const height = Math.max(...rowNumbers) - row + 1;
    const width = Math.max(...columnNumbers) - column + 1;
    if (height * width === indices.length) cells.push({ row, column, rows: height, columns: width });
    else
      for (const index of indices)
        cells.push({ row: Math.floor(index / columns), column: index % columns, rows: 1, columns: 1 });
  }
  return cells.sort((a, b) => a.row - b.row || a.column - b.column);
}

function isDrawn(
  rules: Rule[],
  direction: "horizontal" | "vertical",
  at: number,
  start: number,
  end: number,
): boolean {
  let covered = 0;
  for (const rule of rules) {
    const place = direction === "vertical" ? (rule.left + rule.right) / 2 : (rule.top + rule.bottom) / 2;
    if (Math.abs(place - at) > touchDistance + 0.5) continue;
    const shared =
      direction === "vertical"
        ? overlap(start, end, rule.top, rule.bottom)
        : overlap(start, end, rule.left, rule.right);
    if (shared > 0) covered += shared;
  }
  return covered > 0.6 * (end - start);
}
