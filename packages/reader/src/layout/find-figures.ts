import { asideTexts } from "./asides.ts";
import { around, type Box, contains, median, overlap } from "./box.ts";
import { isFigureCaption } from "./captions.ts";
import type { Line } from "./line.ts";
import type { Rule, Shape, Word } from "./page.ts";
import { linesOfWords } from "./page-lines.ts";
import type { FigureBlock } from "./placed-block.ts";
import { rowsOfLines } from "./text-rows.ts";

/** Smaller pictures and drawings (points) are icons and bullets. */
const minWidth = 40;
const minHeight = 24;
/** Parts of one drawing stand at most this far apart (points). */
const maxPartGap = 6;
/** A shape over more of the page than this is its background. */
const maxPageShare = 0.7;
const maxFrameShare = 0.9;
const minFilledShare = 0.25;
/** Text of so many long lines is not the text of a figure: the figure is its background. */
const minProseLines = 3;
const minProseWords = 7;
const maxLabelWords = 80;
/** Distances in points: labels of axes from the drawing, and a caption from the figure. */
const maxLabelGap = 12;
const maxTurnedGap = 24;
const maxAxisGap = 20;
const maxCaptionGap = 40;
const maxOutsideLabelWords = 8;

export type FiguresFound = {
  figures: FigureBlock[];
  /** What is left for text and tables. */
  words: Word[];
  asides: Word[];
  rules: Rule[];
};

type Sheet = {
  width: number;
  height: number;
  words: readonly Word[];
  /** Words that read in another direction, such as the label of an axis. */
  asides: readonly Word[];
  rules: readonly Rule[];
  shapes: readonly Shape[];
  /** Direction of the main text on the displayed page. */
  direction: Word["direction"];
};

/**
 * Finds pictures, charts and drawings, with the text inside them and at their axes. A picture behind running text is no
 * figure, nor are shaded cells, rounded boxes and bullets.
 */
export function findFigures(sheet: Sheet): FiguresFound {
  const { words, asides, rules, width, height } = sheet;
  const none = { figures: [], words: [...words], asides: [...asides], rules: [...rules] };
  const isBackground = (box: Box) => areaOf(box) > maxPageShare * width * height;
  const tiles = backgroundTiles(sheet.shapes, isBackground);
  // A frame as wide as the page is a band of its design.
  const isBand = (shape: Shape) => shape.kind === "frame" && shape.right - shape.left > maxFrameShare * width;
  const shapes = sheet.shapes.filter((shape) => !isBackground(shape) && !isBand(shape) && !tiles.has(shape));
  if (!shapes.some(({ kind }) => kind === "picture" || kind === "drawing") && shapes.length < minBars)
    return none;
  const lines = linesOfWords(words);
  const size = median(words.map((word) => word.size));
  const figures: FigureBlock[] = [];
  const labelWords = new Set<Word>();
  for (const cluster of clustersOf(shapes, lines)) {
    const isCaptioned = lines.some((line) => captions(line, around(cluster)));
    const parts = isCaptioned ? cluster : withoutLooseFrames(cluster);
    const box = around(parts);
    if (box.right - box.left < minWidth || box.bottom - box.top < minHeight || isBackground(box)) continue;
    const inside = lines.filter((line) => contains(box, (line.left + line.right) / 2, middleOf(line)));
    if (isProse(inside) || !isDrawn(parts, inside, isCaptioned)) continue;
    const isPicture = parts.every(({ kind }) => kind === "picture");
    const grown = isPicture
      ? { box, labels: inside }
      : withOuterLabels(withAxes(box, rules), inside, lines, asides, size);
    for (const line of grown.labels) for (const word of line.words) labelWords.add(word);
    for (const word of asides) if (contains(grown.box, ...centreOf(word))) labelWords.add(word);
    const turned = asides.filter((word) => contains(grown.box, ...centreOf(word)));
    figures.push({
      ...around([grown.box, ...grown.labels, ...turned]),
      labels: labelText(grown.labels, asideTexts(turned, width, height, sheet.direction)),
    });
  }
  if (figures.length === 0) return none;
  const isFree = (word: Word) => !labelWords.has(word);
  return {
    figures,
    words: words.filter(isFree),
    asides: asides.filter(isFree),
    rules: rules.filter((rule) => !figures.some((figure) => holds(figure, rule))),
  };
}

function labelText(lines: readonly Line[], turned: readonly { text: string }[]): string {
  const rows = rowsOfLines(lines).map((row) => row.lines.map((line) => line.text).join(" "));
  return [...rows, ...turned.map(({ text }) => text)].join("\n");
}

/** A frame belongs to a drawing that fills a good part of it. Else it frames text, with an icon. */
function withoutLooseFrames(parts: readonly Shape[]): readonly Shape[] {
  const drawn = parts.filter(({ kind }) => kind !== "frame");
  const isFilled = areaOf(around(drawn)) > minFilledShare * areaOf(around(parts));
  return isFilled ? parts : drawn;
}

const areaOf = (box: Box) => (box.right - box.left) * (box.bottom - box.top);
const middleOf = (box: Box) => (box.top + box.bottom) / 2;
const centreOf = (box: Box): [number, number] => [(box.left + box.right) / 2, middleOf(box)];
const holds = (outer: Box, inner: Box) =>
  inner.left >= outer.left - 2 &&
  inner.right <= outer.right + 2 &&
  inner.top >= outer.top - 2 &&
  inner.bottom <= outer.bottom + 2;

/** Pictures that together make the page's background. Programs cut large pictures into strips. */
function backgroundTiles(shapes: readonly Shape[], isBackground: (box: Box) => boolean): Set<Shape> {
  const clusters = joinTouching(
    shapes.filter(({ kind }) => kind === "picture"),
    1,
  );
  return new Set(clusters.filter((parts) => parts.length > 1 && isBackground(around(parts))).flat());
}

type Cluster = Box & { parts: Shape[] };

/** Shapes that touch. A rectangle with text in it is a cell or a button, which joins no others. */
function clustersOf(shapes: readonly Shape[], lines: readonly Line[]): Shape[][] {
  const isCell = (shape: Shape) =>
    shape.kind === "area" && lines.some((line) => contains(shape, ...centreOf(line)));
  return joinTouching(
    shapes.filter((shape) => !isCell(shape)),
    maxPartGap,
  );
}

function joinTouching(shapes: readonly Shape[], maxGap: number): Shape[][] {
  let clusters: Cluster[] = [];
  for (const shape of shapes) {
    const touching = clusters.filter(
      (cluster) => gapBetween(cluster, shape) <= maxGap || cluster.parts.some((part) => areBars(part, shape)),
    );
    const parts = [...touching.flatMap((cluster) => cluster.parts), shape];
    if (touching.length > 0) clusters = clusters.filter((cluster) => !touching.includes(cluster));
    clusters.push({ ...around([...touching, shape]), parts });
  }
  return clusters.map(({ parts }) => parts);
}

/** Bars of a chart start at one line, with gaps between them that are no wider than two bars. */
function areBars(a: Shape, b: Shape): boolean {
  if (a.kind !== "area" || b.kind !== "area") return false;
  if (Math.abs(a.bottom - b.bottom) < 1)
    return gapBetween(a, b) <= 2 * Math.max(a.right - a.left, b.right - b.left);
  return (
    Math.abs(a.left - b.left) < 1 && gapBetween(a, b) <= 2 * Math.max(a.bottom - a.top, b.bottom - b.top)
  );
}

/** The axes and grid lines of a chart reach a little beyond its graphs. */
function withAxes(box: Box, rules: readonly Rule[]): Box {
  const reach = {
    left: box.left - maxAxisGap,
    top: box.top - maxAxisGap,
    right: box.right + maxAxisGap,
    bottom: box.bottom + maxAxisGap,
  };
  const near = around([box, ...rules.filter((rule) => holds(reach, rule))]);
  const across = rules.filter(
    (rule) =>
      overlap(near.left, near.right, rule.left, rule.right) > -2 &&
      overlap(near.top, near.bottom, rule.top, rule.bottom) > -2,
  );
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

const gapBetween = (a: Box, b: Box) =>
  Math.max(-overlap(a.left, a.right, b.left, b.right), -overlap(a.top, a.bottom, b.top, b.bottom));

const isProse = (lines: readonly Line[]) =>
  lines.filter((line) => line.words.length >= minProseWords).length >= minProseLines;

/** So many shapes of a kind are a chart and no decoration. */
const minBars = 4;
/** Thickness of a bar in points. */
const maxBar = 40;
const minStrokes = 6;
/** A rounded frame has fewer segments than any picture. */
const minArtSegments = 14;
const minArtworks = 2;

/** Whether the parts are a picture, or enough of a drawing. */
function isDrawn(parts: readonly Shape[], inside: readonly Line[], isCaptioned: boolean): boolean {
  const count = (kind: Shape["kind"]) => parts.filter((part) => part.kind === kind).length;
  const words = inside.reduce((sum, line) => sum + line.words.length, 0);
  const isLarge = (part: Shape) => part.right - part.left >= minWidth && part.bottom - part.top >= minHeight;
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

/** Bars stand on one line and differ in height, or start at one line and differ in length. */
function isBarChart(parts: readonly Shape[], words: number): boolean {
  const bars = parts.filter(({ kind }) => kind === "area");
  if (bars.length < minBars || words > bars.length * 4) return false;
  const shares = (edge: (bar: Shape) => number) => {
    const edges = bars.map(edge).sort((a, b) => a - b);
    return edges.filter((value) => Math.abs(value - median(edges)) < 1).length >= minBars;
  };
  const differs = (edge: (bar: Shape) => number) =>
    new Set(bars.map((bar) => Math.round(edge(bar)))).size >= minBars;
  return (
    (shares((bar) => bar.bottom) && differs((bar) => bar.top)) ||
    (shares((bar) => bar.left) && differs((bar) => bar.right))
  );
}

function captions(line: Line, box: Box): boolean {
  if (!isFigureCaption(line.text)) return false;
  if (overlap(line.left, line.right, box.left, box.right) <= 0) return false;
  const below = line.top - box.bottom;
  const above = box.top - line.bottom;
  return (below > -2 && below < maxCaptionGap) || (above > -2 && above < maxCaptionGap);
}

/** The numbers and names along the axes of a drawing. They are smaller than the text, or numbers only. */
function withOuterLabels(
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
      (line) => !labels.has(line) && gapBetween(grown, line) < maxLabelGap && isLabel(line, grown, size),
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
