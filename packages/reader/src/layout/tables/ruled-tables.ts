import { linesOfWords } from "../lines/page-lines.ts";
import type { TableBlock } from "../lines/table-block.ts";
import { rowsOfLines, type TextRow } from "../lines/text-rows.ts";
import { around, type Box, contains, overlap } from "../page/box.ts";
import type { Rule, Word } from "../page/page.ts";
import { isTableCaption } from "./figures.ts";
import { isChartGrid, tableOfGrid } from "./grid-table.ts";
import { isRowOfValues } from "./heading-count.ts";
import { segmentsOfRow } from "./row-segments.ts";
import { rowsBeyondRules } from "./rows-beyond-rules.ts";
import { type Grid, gridsOfRules } from "./rule-grid.ts";
import { tableBetweenRules } from "./table-between-rules.ts";

/** Limits the search: a page ruled like a notebook is not searched between every two of its lines. */
const maxAttempts = 150;

/** Makes a table of the words in a box, unless `build` finds none. */
type Take = (
  box: Box,
  build: (inside: Word[], outside: Word[]) => TableBlock | null,
  /** Whether a text may reach beyond the box. */
  isOpen?: boolean,
) => boolean;

/**
 * Finds tables drawn with lines. Returns them with the words that are in no table, and the places of charts, whose labels
 * make no table however well they align.
 */
export function findRuledTables(
  words: readonly Word[],
  rules: readonly Rule[],
): { tables: TableBlock[]; charts: Box[]; rest: Word[] } {
  if (rules.length < 2) return { tables: [], charts: [], rest: [...words] };
  const { grids, horizontals } = gridsOfRules(rules);
  const tables: TableBlock[] = [];
  let rest = [...words];
  const take: Take = (box, build, isOpen = false) => {
    const centred = rest.filter((word) =>
      contains(box, (word.left + word.right) / 2, (word.top + word.bottom) / 2),
    );
    const within = new Set(centred);
    if (isOpen) for (const word of overhanging(box, rest, within)) within.add(word);
    // Most attempts of a page end here: lines that underline or divide text have no words between them.
    if (within.size < 3) return false;
    const inside = within.size === centred.length ? centred : rest.filter((word) => within.has(word));
    const outside = rest.filter((word) => !within.has(word));
    const table = build(inside, outside);
    if (!table) return false;
    tables.push(table);
    const used = new Set(table.rows.flat().flatMap((cell) => cell.words));
    rest = outside.filter((word) => !used.has(word));
    return true;
  };
  const charts: Box[] = [];
  for (const drawn of grids) {
    const grid = withoutCaption(drawn, rest);
    take(grid, (inside) => {
      if (!isChartGrid(grid, inside)) return tableOfGrid(grid, inside);
      charts.push({ left: grid.left, top: grid.top, right: grid.right, bottom: grid.bottom });
      return null;
    });
  }
  let attempts = maxAttempts;
  const attempt: Take = (box, build, isOpen) => {
    attempts -= 1;
    return attempts >= 0 && take(box, build, isOpen);
  };
  for (const group of groupsOfEqualExtent(horizontals)) takeBetweenRules(group, rules, attempt);
  return { tables, charts, rest };
}

/** A caption in the first row of a grid stands above the table and not in it. */
function withoutCaption(grid: Grid, words: readonly Word[]): Grid {
  const [top = 0, next = 0] = grid.ys;
  if (grid.ys.length < 4) return grid;
  const row = { left: grid.left, right: grid.right, top, bottom: next };
  const first = words.filter((word) =>
    contains(row, (word.left + word.right) / 2, (word.top + word.bottom) / 2),
  );
  const isDivided = grid.verticals.some(
    (rule) =>
      rule.left > grid.left + 4 &&
      rule.right < grid.right - 4 &&
      overlap(rule.top, rule.bottom, top, next) > 3,
  );
  const [line] = rowsOfLines(linesOfWords(first));
  if (isDivided || !line || !isTableCaption(line.lines[0]?.text ?? "")) return grid;
  return { ...grid, top: next, ys: grid.ys.slice(1) };
}

/** The last words of texts that reach beyond the right end of the lines, such as a wide heading. */
function overhanging(box: Box, words: readonly Word[], within: ReadonlySet<Word>): Word[] {
  const atEdge = [...within].filter((word) => word.right > box.right - 4 * word.size);
  return words.filter(
    (word) =>
      !within.has(word) &&
      word.left > box.right - 2 * word.size &&
      word.left < box.right + word.size &&
      atEdge.some((before) => {
        const gap = word.left - before.right;
        return gap > -1 && gap < 0.5 * word.size && Math.abs(before.bottom - word.bottom) < 0.2 * word.size;
      }),
  );
}

/**
 * Horizontal lines with the same left and right end, top to bottom. They are the lines of one table or of the whole
 * page.
 */
function groupsOfEqualExtent(horizontals: readonly Rule[]): Rule[][] {
  const groups: Rule[][] = [];
  for (const rule of [...horizontals].sort((a, b) => a.top - b.top).slice(0, 600)) {
    const group = groups.find((candidate) => {
      const other = candidate[0];
      return other && Math.abs(other.left - rule.left) < 4 && Math.abs(other.right - rule.right) < 4;
    });
    if (group) group.push(rule);
    else groups.push([rule]);
  }
  return groups.filter((group) => group.length >= 2 && group.length <= 200);
}

function takeBetweenRules(group: Rule[], all: readonly Rule[], take: Take): void {
  let first = 0;
  while (first < group.length - 1) {
    let next = first + 1;
    // Take the longest run of lines that bounds one table. A long run is only tried as a whole and in halves.
    for (let last = group.length - 1; last > first; last -= Math.max(1, (last - first) >> 3)) {
      const rules = group.slice(first, last + 1);
      const ys = rules.map((rule) => (rule.top + rule.bottom) / 2);
      const extent = around(rules);
      const box = { ...extent, top: ys[0] ?? 0, bottom: ys.at(-1) ?? 0 };
      const build: Parameters<Take>[1] = (inside, outside) => {
        const written = rowsOfLines(linesOfWords(inside));
        if (headsRowsBelow(box, written, outside)) return null;
        const { above, below } = rowsBeyondRules(box, written, outside);
        const whole = around([box, ...above, ...below]);
        const edges = [...above.map(({ top }) => top), ...ys, ...below.map(({ bottom }) => bottom + 1)];
        return (
          (edges.length > ys.length &&
            tableBetweenRules(whole, edges, [...above, ...written, ...below], [], all)) ||
          tableBetweenRules(box, ys, written, [], all)
        );
      };
      if (take(box, build, true)) {
        next = last;
        break;
      }
    }
    first = next;
  }
}

/** Whether the lines hold headings only, and the rows of numbers follow below the last line. */
function headsRowsBelow(box: Box, inside: readonly TextRow[], outside: readonly Word[]): boolean {
  if (inside.map(segmentsOfRow).some(isRowOfValues)) return false;
  const size = inside[0]?.size ?? 10;
  const below = outside.filter(
    (word) =>
      word.left > box.left - size &&
      word.right < box.right + size &&
      word.top > box.bottom - 1 &&
      word.top < box.bottom + maxRowsBelow * size,
  );
  const rows = rowsOfLines(linesOfWords(below)).map(segmentsOfRow);
  return rows.length >= 3 && rows.filter(isRowOfValues).length >= 0.6 * rows.length;
}

/** How far below the headings rows of numbers are looked for, in font sizes. */
const maxRowsBelow = 6;
