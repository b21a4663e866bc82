import { around, type Box, overlap } from "../page/box.ts";
import type { Line } from "../page/line.ts";
import type { Rule, Shape } from "../page/page.ts";

/** Distances in points: of an axis from the graphs, of its end from the other axis, and of its numbers from it. */
const maxAxisGap = 20;
const maxCornerGap = 4;
const maxTickGap = 30;
/** An axis runs along the graphs, and not much beyond them. */
const minCover = 0.8;
const maxLength = 2.5;
const minSegments = 3;
const minTicks = 2;
const maxTextsInside = 4;
const tick = /^[-−–+]?[$€£¥]?\d[\d.,'’\s]*\s?[%kKMB]?$/u;

/**
 * The place of a line chart, however few points it has: its graphs are between two axes that meet below on the left,
 * and one of them has numbers. Null where there are no such axes.
 */
export function plotOf(
  parts: readonly Shape[],
  box: Box,
  inside: readonly Line[],
  rules: readonly Rule[],
  lines: readonly Line[],
): Box | null {
  const graphs = parts.filter(({ kind }) => kind === "drawing");
  const segments = graphs.reduce((sum, graph) => sum + graph.segments, 0);
  if (segments < minSegments || graphs.length < parts.length || inside.length > maxTextsInside) return null;
  const sides = rules.filter((rule) => isBeside(rule, box));
  const feet = rules.filter((rule) => isBelow(rule, box));
  for (const side of sides) {
    const foot = feet.find((rule) => meet(side, rule));
    if (foot && hasNumbers(side, lines)) return around([box, side, foot]);
  }
  return null;
}

const meet = (side: Rule, foot: Rule): boolean =>
  Math.abs(foot.left - side.left) <= maxCornerGap && Math.abs(foot.top - side.bottom) <= maxCornerGap;

function hasNumbers(side: Rule, lines: readonly Line[]): boolean {
  const ticks = lines.filter(
    (line) =>
      line.right <= side.left + 1 &&
      side.left - line.right < maxTickGap &&
      overlap(line.top, line.bottom, side.top, side.bottom) > 0 &&
      tick.test(line.text),
  );
  return ticks.length >= minTicks;
}

function isBeside(rule: Rule, box: Box): boolean {
  const length = rule.bottom - rule.top;
  const height = box.bottom - box.top;
  return (
    length > rule.right - rule.left &&
    length < maxLength * height &&
    overlap(rule.top, rule.bottom, box.top, box.bottom) >= minCover * height &&
    overlap(rule.left, rule.right, box.left - maxAxisGap, box.left + 2) >= 0
  );
}

function isBelow(rule: Rule, box: Box): boolean {
  const length = rule.right - rule.left;
  const width = box.right - box.left;
  return (
    length > rule.bottom - rule.top &&
    length < maxLength * width &&
    overlap(rule.left, rule.right, box.left, box.right) >= minCover * width &&
    overlap(rule.top, rule.bottom, box.bottom - 2, box.bottom + maxAxisGap) >= 0
  );
}
