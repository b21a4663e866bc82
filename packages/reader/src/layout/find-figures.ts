import { asideTexts } from "./asides.ts";
import { areaOf, around, type Box, centreOf, contains, median } from "./box.ts";
import { captions, isDrawn, isProse, minBars, minFigure } from "./figure-evidence.ts";
import { holds, withAxes, withOuterLabels } from "./figure-labels.ts";
import type { Line } from "./line.ts";
import type { Rule, Shape, Word } from "./page.ts";
import { linesOfWords } from "./page-lines.ts";
import type { FigureBlock } from "./placed-block.ts";
import { backgroundTiles, clustersOf, withoutLooseFrames } from "./shape-clusters.ts";
import { rowsOfLines } from "./text-rows.ts";

/** A shape over more of the page than this is its background. */
const maxPageShare = 0.7;
const maxFrameShare = 0.9;

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
    if (isSmall(box) || isBackground(box)) continue;
    const inside = lines.filter((line) => contains(box, ...centreOf(line)));
    if (isProse(inside) || !isDrawn(parts, inside, isCaptioned)) continue;
    // What has a frame has its labels inside it.
    const isFramed = parts.some((part) => part.kind !== "drawing" && areaOf(part) > 0.95 * areaOf(box));
    const grown = isFramed
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

const isSmall = (box: Box) =>
  box.right - box.left < minFigure.width || box.bottom - box.top < minFigure.height;

function labelText(lines: readonly Line[], turned: readonly { text: string }[]): string {
  const rows = rowsOfLines(lines).map((row) => row.lines.map((line) => line.text).join(" "));
  return [...rows, ...turned.map(({ text }) => text)].join("\n");
}
