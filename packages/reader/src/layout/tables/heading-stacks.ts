import { linesOfWords } from "../lines/page-lines.ts";
import { rowsOfLines, type TextRow } from "../lines/text-rows.ts";
import { around, type Box, overlap } from "../page/box.ts";
import { type Line, makeLine } from "../page/line.ts";
import type { Rule } from "../page/page.ts";
import type { ColumnRange } from "./heading-columns.ts";

/** Lines of one heading, one under the other. */
export type Stack = Box & { lines: Line[]; range: ColumnRange | null; isRuled: boolean; level: number };

/** Lines of a heading are no further apart than this, in font sizes. */
const maxLinePitch = 1.5;
/** A space inside a justified heading is not wider than this, in font sizes. */
const maxPartGap = 1.5;

/** The headings that the lines above a table make. */
export function stacksOf(rows: readonly TextRow[], rules: readonly Rule[]): Stack[] {
  const stacks: Stack[] = [];
  let open: Stack[] = [];
  for (const [index, row] of rows.entries()) {
    const repeated = repeatedLines(rows[index - 1]?.lines ?? [], row.lines);
    const next: Stack[] = [];
    for (const line of row.lines) {
      const above = open.filter((stack) => overlap(stack.left, stack.right, line.left, line.right) > 0);
      const only = joinParts(above, line, stacks);
      const siblings = row.lines.filter(
        (other) => only && overlap(only.left, only.right, other.left, other.right) > 0,
      );
      if (only && siblings.length === 1 && !repeated.has(line) && goesOn(only, line, rules)) {
        only.lines.push(line);
        Object.assign(only, around([only, line]));
        next.push(only);
        continue;
      }
      const { left, top, right, bottom } = line;
      const stack: Stack = { lines: [line], left, top, right, bottom, range: null, isRuled: false, level: 0 };
      stacks.push(stack);
      next.push(stack);
    }
    // A heading may skip a row: its next line is beside the second line of a taller one.
    open = [
      ...next,
      ...open.filter(
        (stack) =>
          !next.includes(stack) &&
          !next.some((other) => overlap(stack.left, stack.right, other.left, other.right) > 0) &&
          row.baseline - (stack.lines.at(-1)?.baseline ?? 0) < row.size,
      ),
    ];
  }
  return stacks;
}

/** The headings that are under each of several headings, again and again in the same words. */
function repeatedLines(above: readonly Line[], lines: readonly Line[]): Set<Line> {
  for (let count = 2; count <= above.length; count += 1) {
    for (let period = 2; period * count <= lines.length; period += 1) {
      const under = lines.slice(lines.length - period * count);
      const isRepeated = under.every((line, index) => line.text === under[index % period]?.text);
      const heads = above.filter((line) => line.right > (under[0]?.left ?? 0));
      if (isRepeated && heads.length === count) return new Set(under);
    }
  }
  return new Set();
}

/** The heading above a line. Two parts of it that a wide space divides become one, because the line runs under both. */
function joinParts(above: readonly Stack[], line: Line, stacks: Stack[]): Stack | undefined {
  const [first, second] = above;
  if (!first || !second) return first;
  const gap = Math.max(first.left, second.left) - Math.min(first.right, second.right);
  const onOneLine = Math.abs((first.lines.at(-1)?.baseline ?? 0) - (second.lines.at(-1)?.baseline ?? 0)) < 1;
  if (above.length > 2 || !onOneLine || gap > maxPartGap * line.size) return undefined;
  if (first.lines.length > 1 || second.lines.length > 1) return undefined;
  first.lines = [makeLine([...first.lines, ...second.lines].flatMap(({ words }) => words))];
  Object.assign(first, around([first, second]));
  stacks.splice(stacks.indexOf(second), 1);
  return first;
}

/** Joins parts of one line that are over the same columns. A wide space divided them. */
export function withoutTwins(stacks: readonly Stack[]): Stack[] {
  const result: Stack[] = [];
  for (const stack of stacks) {
    const twin = result.find(
      (other) =>
        other.range?.first === stack.range?.first &&
        other.range?.last === stack.range?.last &&
        overlap(other.top, other.bottom, stack.top, stack.bottom) > 0.3 * (stack.bottom - stack.top),
    );
    if (!twin) result.push(stack);
    else {
      const words = [...twin.lines, ...stack.lines].flatMap((line) => line.words);
      const lines = rowsOfLines(linesOfWords(words)).map((row) =>
        makeLine(row.lines.flatMap((line) => line.words)),
      );
      Object.assign(twin, { ...around([twin, stack]), lines });
    }
  }
  return result;
}

function goesOn(stack: Stack, line: Line, rules: readonly Rule[]): boolean {
  const last = stack.lines.at(-1) as Line;
  const size = Math.max(last.size, line.size);
  if (line.baseline - last.baseline > maxLinePitch * size) return false;
  if (Math.abs(last.size - line.size) > 0.15 * size) return false;
  const middle = (Math.max(last.left, line.left) + Math.min(last.right, line.right)) / 2;
  const divided = rules.some((rule) => {
    const y = (rule.top + rule.bottom) / 2;
    return (
      y > last.baseline - 1 && y < line.baseline - 0.4 * size && rule.left < middle && rule.right > middle
    );
  });
  if (divided) return false;
  const centres = (stack.left + stack.right - line.left - line.right) / 2;
  return (
    Math.min(Math.abs(stack.left - line.left), Math.abs(stack.right - line.right), Math.abs(centres)) <
    0.7 * size
  );
}
