import { isFigureCaption } from "../lines/captions.ts";
import { around, type Box, gapBetween, overlap } from "../page/box.ts";
import type { Line } from "../page/line.ts";
import type { Rule, Word } from "../page/page.ts";

/** Distances in points: of axes and labels from the drawing, and of labels from what belongs to it already. */
const maxAxisGap = 20;
const maxLabelReach = 50;
const maxLabelGap = 12;
const maxTurnedGap = 24;
const maxOutsideLabelWords = 8;
/** A page of vector art has many rules, which are not a grid. */
const maxRules = 400;

/** The axes and grid lines of a chart reach a little beyond its graphs. */
export function withAxes(box: Box, rules: readonly Rule[]): Box {
  const reach = {
    left: box.left - maxAxisGap,
    top: box.top - maxAxisGap,
    right: box.right + maxAxisGap,
    bottom: box.bottom + maxAxisGap,
  };
  const near = around([box, ...rules.filter((rule) => holds(reach, rule))]);
  const across = rules.filter((rule) => gapBetween(near, rule) < 2).slice(0, maxRules);
  const hasTwins = (rule: Rule) => across.filter((other) => haveSameEnds(rule, other)).length >= minGridLines;
  const grid = across.filter(hasTwins);
  if (grid.length === 0) return near;
  const plot = around([near, ...grid]);
  // The last lines of a grid may lie beyond the graph.
  return around([plot, ...rules.filter((rule) => grid.some((other) => haveSameEnds(rule, other)))]);
}

/** Lines of a grid are as long as each other. A rule of the page stands alone. */
const minGridLines = 3;

const haveSameEnds = (a: Rule, b: Rule) =>
  (Math.abs(a.left - b.left) < 2 && Math.abs(a.right - b.right) < 2 && a.right - a.left > 10) ||
  (Math.abs(a.top - b.top) < 2 && Math.abs(a.bottom - b.bottom) < 2 && a.bottom - a.top > 10);

/** Whether a box lies in another one, or a trifle beyond. */
export const holds = (outer: Box, inner: Box) =>
  inner.left >= outer.left - 2 &&
  inner.right <= outer.right + 2 &&
  inner.top >= outer.top - 2 &&
  inner.bottom <= outer.bottom + 2;

/** The numbers and names along the axes of a drawing. They are smaller than the text, or numbers only. */
export function withOuterLabels(
  box: Box,
  inside: readonly Line[],
  lines: readonly Line[],
  asides: readonly Word[],
  size: number,
): { box: Box; labels: Line[] } {
  const labels = new Set(inside);
  let grown = box;
  for (let round = 0; round < 3; round += 1) {
    const near = lines.filter(
      (line) =>
        !labels.has(line) &&
        gapBetween(grown, line) < maxLabelGap &&
        gapBetween(box, line) < maxLabelReach &&
        isLabel(line, grown, size),
    );
    const turned = asides.filter((word) => gapBetween(grown, word) < maxTurnedGap);
    for (const line of near) labels.add(line);
    grown = around([grown, ...near, ...turned]);
  }
  return { box: grown, labels: [...labels] };
}

function isLabel(line: Line, box: Box, size: number): boolean {
  if (line.words.length > maxOutsideLabelWords || isFigureCaption(line.text)) return false;
  const beside = overlap(line.top, line.bottom, box.top, box.bottom) > 0;
  const within = line.left > box.left - maxLabelGap && line.right < box.right + maxLabelGap;
  if (!beside && !within) return false;
  const isNumber = /^[-−+$€£%.,\d\s]+$/u.test(line.text);
  return isNumber || line.size < 0.92 * size || isAxisTitle(line, box, size);
}

/** "Year", in the middle below the numbers of the axis. */
function isAxisTitle(line: Line, box: Box, size: number): boolean {
  if (line.bold || line.size > 1.02 * size) return false;
  const offset = Math.abs((line.left + line.right) / 2 - (box.left + box.right) / 2);
  return line.words.length <= 3 && line.top > box.bottom - 2 && offset < 0.1 * (box.right - box.left);
}
