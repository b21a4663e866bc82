import { median } from "../page/box.ts";
import type { Line } from "../page/line.ts";
import { isFigure, isPlaceholder } from "./figures.ts";

/** How far apart (in font sizes) the edges of one column's texts may stand. */
const tolerance = 0.7;
const minAligned = 0.6;

/** Whether the texts of a column are at one left edge, right edge, middle or decimal mark. The labels of a chart are not. */
export function isAligned(lines: readonly Line[]): boolean {
  if (lines.length < 3) return true;
  const size = median(lines.map((line) => line.size));
  const places = [
    lines.map((line) => line.left),
    lines.map((line) => line.right),
    lines.map((line) => (line.left + line.right) / 2),
    lines.map(decimalMark),
  ];
  return places.some((values) => {
    const middle = median(values);
    return (
      values.filter((value) => Math.abs(value - middle) < tolerance * size).length >=
      minAligned * values.length
    );
  });
}

/** Where the decimal mark of a number stands, or the end of its digits. */
function decimalMark(line: Line): number {
  const match = /^[^.,]*\p{N}(?=[.,]\p{N}{1,4}\D*$)/u.exec(line.text);
  const digits = match?.[0].length ?? line.text.replace(/[^\p{N}]+$/u, "").length;
  return line.left + ((line.right - line.left) * digits) / Math.max(1, line.text.length);
}

/** Whether several numbers are in one cell, like the labels of a chart's columns. */
export const holdsSeveralNumbers = (line: Line): boolean =>
  line.words.length >= 2 &&
  line.words.every((word) => isFigure(word.text) || isPlaceholder(word.text)) &&
  line.words.filter((word) => isFigure(word.text)).length >= 2 &&
  !/^\S+ [–—-] \S+$|^\S+ \(?\S+\)$/u.test(line.text);
