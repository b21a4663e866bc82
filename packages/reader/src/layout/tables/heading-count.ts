import type { TextRow } from "../lines/text-rows.ts";
import { around, overlap } from "../page/box.ts";
import type { Rule } from "../page/page.ts";
import { isValue } from "./figures.ts";

/** More lines than this above the first numbers are not a heading. */
const maxHeadingLines = 9;

/**
 * Number of lines above the body of a table: those above the rule that runs across the whole table, and those before the
 * rows of numbers begin. Zero when neither shows where the headings end.
 */
export function headingCount(rows: readonly TextRow[], rules: readonly Rule[]): number {
  const numeric = rows.filter(isRowOfValues).length;
  const isNumeric = numeric >= 2 && numeric >= 0.4 * rows.length;
  const ruled = countAboveRule(rows, rules, isNumeric);
  if (!isNumeric) return ruled > 0 ? ruled : countOfBold(rows);
  const first = rows.findIndex(isRowOfValues);
  const later = rows.slice(first).filter((row) => row.lines.length >= 2);
  if (first > maxHeadingLines || later.filter(isRowOfValues).length < 0.6 * later.length) return ruled;
  // Labels of rows may be between the headings and the first numbers.
  let count = Math.max(first, ruled);
  const { left, right } = around(rows.slice(first));
  while (count > ruled && isLabel(rows[count - 1], left, right)) count -= 1;
  return rows.slice(0, count).some((row) => row.lines.length >= 2) || count === ruled ? count : 0;
}

/** Whether most parts of a row after its label are numbers. */
export function isRowOfValues(row: TextRow): boolean {
  const [first, ...rest] = row.lines;
  if (!first || rest.length === 0) return false;
  return rest.filter((line) => isValue(line.text)).length > 0.5 * rest.length;
}

/** One text at the left edge or in the middle: the label of rows below. */
function isLabel(row: TextRow | undefined, left: number, right: number): boolean {
  const [only] = row?.lines ?? [];
  if (row?.lines.length !== 1 || !only) return false;
  const isCentred = Math.abs(only.left + only.right - left - right) / 2 < 1.2 * only.size;
  return isCentred || only.left < left + 2.5 * only.size;
}

function countAboveRule(rows: readonly TextRow[], rules: readonly Rule[], isNumeric: boolean): number {
  const { left, right } = around(rows);
  const levels = levelsOf(rules).filter(
    (level) =>
      level.reduce((sum, rule) => sum + overlap(left, right, rule.left, rule.right), 0) >
      0.8 * (right - left),
  );
  let count = 0;
  for (const [rule] of levels) {
    const y = rule ? (rule.top + rule.bottom) / 2 : 0;
    const above = rows.filter((row) => row.baseline < y + 1).length;
    if (above <= count) continue;
    if (above > maxHeadingLines || rows.length - above < 2) break;
    const band = rows.slice(count, above);
    const holdsValues = band.some(isRowOfValues);
    // Only the first rule ends the headings of a table of words.
    if (holdsValues || (count > 0 && !isNumeric)) break;
    count = above;
  }
  return rows.slice(0, count).some((row) => row.lines.length >= 2) ? count : 0;
}

/** Rules at one height, top to bottom. */
function levelsOf(rules: readonly Rule[]): Rule[][] {
  const levels: Rule[][] = [];
  for (const rule of [...rules].sort((a, b) => a.top - b.top)) {
    const level = levels.at(-1);
    if (level?.[0] && rule.top - level[0].top < 2.5) level.push(rule);
    else levels.push([rule]);
  }
  return levels;
}

function countOfBold(rows: readonly TextRow[]): number {
  const isBold = (row: TextRow) => row.lines.every((line) => line.bold);
  const first = rows.findIndex((row) => !isBold(row));
  if (first < 1 || first > 4 || rows.length - first < 2) return 0;
  const [top] = rows;
  return (top?.lines.length ?? 0) >= 2 && rows.slice(first).filter(isBold).length < 0.3 * rows.length
    ? first
    : 0;
}
