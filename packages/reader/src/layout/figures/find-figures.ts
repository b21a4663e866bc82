import { asideTexts } from "../lines/asides.ts";
import { linesOfWords } from "../lines/page-lines.ts";
import type { FigureBlock } from "../lines/placed-block.ts";
import { rowsOfLines } from "../lines/text-rows.ts";
import { areaOf, around, type Box, centreOf, contains, median, overlap } from "../page/box.ts";
import type { Line } from "../page/line.ts";
import type { Rule, Shape, Word } from "../page/page.ts";
import { captions, isDrawn, isProse, minBars, minFigure } from "./figure-evidence.ts";
import { holds, withAxes, withOuterLabels } from "./figure-labels.ts";
import { plotOf } from "./plot-axes.ts";
import { backgroundTiles, clustersOf, withoutLooseFrames } from "./shape-clusters.ts";

/** A shape over more of the page than this is its background. */
const maxPageShare = 0.7;
const maxFrameShare = 0.9;

export type FiguresFound = {
  figures: FigureBlock[];
  /** What is left for text and tables. */
  words: readonly Word[];
  asides: readonly Word[];
  rules: readonly Rule[];
};

type Sheet = {
  width: number;
  height: number;
  words: readonly Word[];
  /** Words that read in another direction, such as the label of an axis. */
  asides: readonly Word[];
  rules: readonly Rule[];
  shapes: readonly Shape[];
  /** Words whose tags say that they are text: a picture behind them is their ground. */
  texts?: readonly Word[];
  /** Direction of the main text on the displayed page. */
  direction: Word["direction"];
};

/**
 * Finds pictures, charts and drawings, with the text inside them and at their axes. A picture behind running text is no
 * figure, nor are shaded cells, rounded boxes and bullets.
 */
export function findFigures(sheet: Sheet): FiguresFound {
  const { words, asides, rules, width, height } = sheet;
  const none = { figures: [], words, asides, rules };
  if (sheet.shapes.length === 0) return none;
  const isBackground = (box: Box) => areaOf(box) > maxPageShare * width * height;
  const tiles = backgroundTiles(sheet.shapes, isBackground);
  // A frame as wide as the page is a band of its design.
  const isBand = (shape: Shape) => shape.kind === "frame" && shape.right - shape.left > maxFrameShare * width;
  const shapes = sheet.shapes.filter((shape) => !isBackground(shape) && !isBand(shape) && !tiles.has(shape));
  if (!shapes.some(({ kind }) => kind === "picture" || kind === "drawing") && shapes.length < minBars)
    return none;
  const lines = linesOfWords(words);
  const size = median(words.map((word) => word.size));
  const found: Found[] = [];
  for (const cluster of clustersOf(shapes, lines)) {
    const isCaptioned = lines.some((line) => captions(line, around(cluster)));
    const parts = isCaptioned ? cluster : withoutLooseFrames(cluster);
    const box = around(parts);
    if (isSmall(box) || isBackground(box) || isGround(box, sheet.texts)) continue;
    const inside = linesIn(box, lines);
    if (isProse(inside)) continue;
    const plot = isDrawn(parts, inside, isCaptioned) ? box : plotOf(parts, box, inside, rules, lines);
    if (!plot) continue;
    // What has a frame has its labels inside it.
    const isFramed = parts.some((part) => part.kind !== "drawing" && areaOf(part) > 0.95 * areaOf(box));
    const grown = isFramed
      ? { box, labels: inside }
      : withOuterLabels(withAxes(plot, rules), linesIn(plot, lines), lines, asides, size);
    const turned = asides.filter((word) => contains(grown.box, ...centreOf(word)));
    addFound(found, { box: around([grown.box, ...grown.labels, ...turned]), lines: grown.labels, turned });
  }
  if (found.length === 0) return none;
  const taken = new Set(
    found.flatMap((figure) => [...figure.lines.flatMap((line) => line.words), ...figure.turned]),
  );
  const isFree = (word: Word) => !taken.has(word);
  return {
    figures: found.map((figure) => ({
      ...figure.box,
      labels: labelText(figure.lines, asideTexts(figure.turned, width, height, sheet.direction)),
    })),
    words: words.filter(isFree),
    asides: asides.filter(isFree),
    rules: rules.filter((rule) => !found.some(({ box }) => holds(box, rule))),
  };
}

type Found = { box: Box; lines: Line[]; turned: Word[] };

/** Charts that share a frame or labels are one figure. */
function addFound(found: Found[], figure: Found): void {
  const same = found.find(
    ({ box }) => sharedArea(box, figure.box) > 0.5 * Math.min(areaOf(box), areaOf(figure.box)),
  );
  const used = new Set(found.flatMap(({ lines }) => lines));
  const usedWords = new Set(found.flatMap(({ turned }) => turned));
  const lines = figure.lines.filter((line) => !used.has(line));
  const turned = figure.turned.filter((word) => !usedWords.has(word));
  if (!same) {
    found.push({ box: figure.box, lines, turned });
    return;
  }
  same.box = around([same.box, figure.box]);
  same.lines.push(...lines);
  same.turned.push(...turned);
}

const sharedArea = (a: Box, b: Box) =>
  Math.max(0, overlap(a.left, a.right, b.left, b.right)) *
  Math.max(0, overlap(a.top, a.bottom, b.top, b.bottom));

const linesIn = (box: Box, lines: readonly Line[]) =>
  lines.filter((line) => contains(box, ...centreOf(line)));

/** More words of text inside a picture show that it is their ground. */
const maxTextWords = 10;

const isGround = (box: Box, texts: readonly Word[] = []): boolean =>
  texts.filter((word) => contains(box, ...centreOf(word))).length > maxTextWords;

const isSmall = (box: Box) =>
  box.right - box.left < minFigure.width || box.bottom - box.top < minFigure.height;

function labelText(lines: readonly Line[], turned: readonly { text: string }[]): string {
  const rows = rowsOfLines(lines).map((row) => row.lines.map((line) => line.text).join(" "));
  return [...rows, ...turned.map(({ text }) => text)].join("\n");
}
