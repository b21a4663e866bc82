import { isFigureCaption } from "../lines/captions.ts";
import { type Box, median, overlap } from "../page/box.ts";
import type { Line } from "../page/line.ts";
import type { Shape } from "../page/page.ts";

/** Smaller pictures and drawings (points) are icons and bullets. */
export const minFigure = { width: 40, height: 24 };
/** Text of so many long lines is not the text of a figure: the figure is its background. */
const minProseLines = 3;
const minProseWords = 7;
const maxLabelWords = 80;
/** Distance of a caption from its figure in points. */
const maxCaptionGap = 40;
/** Thickness of a bar in points. */
const maxBar = 40;

export const isProse = (lines: readonly Line[]) =>
  lines.filter((line) => line.words.length >= minProseWords).length >= minProseLines;

/** So many shapes of a kind are a chart and no decoration. */
export const minBars = 4;
const minStrokes = 6;
/** A rounded frame has fewer segments than any picture. */
const minArtSegments = 14;
const minArtworks = 2;

/** Whether the parts are a picture, or enough of a drawing. */
export function isDrawn(parts: readonly Shape[], inside: readonly Line[], isCaptioned: boolean): boolean {
  const count = (kind: Shape["kind"]) => parts.filter((part) => part.kind === kind).length;
  const words = inside.reduce((sum, line) => sum + line.words.length, 0);
  const isLarge = (part: Shape) =>
    part.right - part.left >= minFigure.width && part.bottom - part.top >= minFigure.height;
  if (parts.some((part) => part.kind === "picture" && isLarge(part))) return words <= maxLabelWords;
  if (isCaptioned) {
    const isCode = inside.length >= 2 && inside.every((line) => line.monospaced);
    // A frame alone may hold a table, a definition or a listing. Arrows make it a diagram.
    return (
      words <= 2 * maxLabelWords && !isCode && (count("frame") < parts.length || parts.length >= minBars)
    );
  }
  if (words > maxLabelWords) return false;
  const artworks = parts.filter((part) => part.kind === "drawing" && part.segments >= minArtSegments);
  if (artworks.length >= minArtworks || artworks.some(isLarge)) return true;
  return count("drawing") >= minStrokes || count("picture") >= minStrokes || isBarChart(parts, words);
}

/** Bars are on one line and differ in height, or start at one line and differ in length. All are equally thick. */
function isBarChart(parts: readonly Shape[], words: number): boolean {
  const bars = parts.filter(({ kind }) => kind === "area");
  if (words > 2 * bars.length) return false;
  const areBarsFrom = (
    start: (bar: Shape) => number,
    end: (bar: Shape) => number,
    thick: (bar: Shape) => number,
  ) => {
    const line = median(bars.map(start));
    const thickness = median(bars.map(thick));
    const same = bars.filter(
      (bar) => Math.abs(start(bar) - line) < 1 && Math.abs(thick(bar) - thickness) < 1 && thickness <= maxBar,
    );
    return same.length >= minBars && new Set(same.map((bar) => Math.round(end(bar)))).size >= minBars - 1;
  };
  return (
    areBarsFrom(
      (bar) => bar.bottom,
      (bar) => bar.top,
      (bar) => bar.right - bar.left,
    ) ||
    areBarsFrom(
      (bar) => bar.left,
      (bar) => bar.right,
      (bar) => bar.bottom - bar.top,
    )
  );
}

export function captions(line: Line, box: Box): boolean {
  if (!isFigureCaption(line.text)) return false;
  if (overlap(line.left, line.right, box.left, box.right) <= 0) return false;
  const below = line.top - box.bottom;
  const above = box.top - line.bottom;
  return (below > -2 && below < maxCaptionGap) || (above > -2 && above < maxCaptionGap);
}
