import type { Box } from "../layout/page/box.ts";
import type { LeftOut, Word } from "../layout/page/page.ts";
import { leavesInk } from "./ink-test.ts";
import type { LayerFacts } from "./layer-facts.ts";
import type { PageFrame } from "./page-frame.ts";
import type { Color, PaintedArea, PaintedPage } from "./painted-areas.ts";
import type { Pdfium } from "./pdfium.ts";
import type { PlacedWord } from "./placed-word.ts";
import { type TextLook, textLooks } from "./text-look.ts";

/** Smaller text can not be read: in points, and on small pages as a share of their longer side. */
const minSize = 1;
const minSizeShare = 0.001;
/** The least width of a letter, as a share of that size. */
const minLetterWidth = 0.15;
/** Colours that differ less than this in each channel (of 255) need a look at the rendering. */
const minContrast = 32;
const paper: Color = [255, 255, 255];
/** A picture over text is a scan, and the text its layer, from this share of the page on. */
const minScanShare = 0.5;

type VisibleWords = { words: Word[]; leftOut: LeftOut };

/**
 * The words that a person sees on the page, and those of an OCR layer: text that is not painted, or painted over by a
 * scan, and that is where pictures show little other text. What the objects of the page can't show, a rendering
 * does; few pages need one.
 */
export function visibleWords(
  pdfium: Pdfium,
  page: number,
  frame: PageFrame,
  placed: readonly PlacedWord[],
  painted: PaintedPage,
  layers: LayerFacts,
  scratch: number,
): VisibleWords {
  const whole = { left: 0, top: 0, right: frame.width, bottom: frame.height };
  const lookOf = textLooks(pdfium, frame, painted, layers, scratch);
  const readable = Math.min(minSize, minSizeShare * Math.max(frame.width, frame.height));
  const seen: PlacedWord[] = [];
  const unpainted: PlacedWord[] = [];
  const suspects: PlacedWord[] = [];
  const hidden = new Set<PlacedWord>();
  const outside = new Set<PlacedWord>();
  for (const item of placed) {
    const { word, object } = item;
    const look = lookOf(object);
    if (!holds(whole, word)) outside.add(item);
    else if (isTooSmall(word, readable) || (look.clip && !holds(look.clip, word))) hidden.add(item);
    else if (!look.painted) unpainted.push(item);
    else if (!isWithin(whole, word) || isSuspect(word, look, painted.areas)) suspects.push(item);
    else seen.push(item);
  }
  if (seen.length === placed.length) {
    return { words: seen.map(({ word }) => word), leftOut: { outside: 0, hidden: 0 } };
  }
  const covered: PlacedWord[] = [];
  if (suspects.length > 0) {
    const inked = leavesInk(
      pdfium,
      page,
      frame,
      suspects.map(({ word, object }) => ({ box: word, object, isClip: lookOf(object).isClip })),
    );
    suspects.forEach((item, index) => {
      if (inked[index]) seen.push(item);
      else if (isUnderScan(item.word, lookOf(item.object), painted.areas, frame)) covered.push(item);
      else hidden.add(item);
    });
  }
  const layer = [...unpainted, ...covered].filter(({ word }) => isOverImage(word, painted.areas));
  const shown = layer.length === 0 ? 0 : seen.filter(({ word }) => isOverImage(word, painted.areas)).length;
  const isOcr = layer.length > shown;
  const kept = new Set(isOcr ? layer : []);
  for (const item of [...unpainted, ...covered]) if (!kept.has(item)) hidden.add(item);
  return {
    words: placed.filter((item) => !hidden.has(item) && !outside.has(item)).map(({ word }) => word),
    leftOut: { outside: outside.size, hidden: hidden.size },
  };
}

function holds(box: Box, word: Word): boolean {
  const x = (word.left + word.right) / 2;
  const y = (word.top + word.bottom) / 2;
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

/** Text may also be pressed together. Marks alone have no width. */
function isTooSmall({ text, size, direction, left, top, right, bottom }: Word, readable: number): boolean {
  const length = direction === 90 || direction === 270 ? bottom - top : right - left;
  return size < readable || (text.length > 2 && length < minLetterWidth * readable * text.length);
}

/** Text that the page's edge cuts may have all its ink on the other side. */
const isWithin = (page: Box, { left, top, right, bottom }: Word) =>
  left >= page.left && top >= page.top && right <= page.right && bottom <= page.bottom;

const isOverImage = (word: Word, areas: readonly PaintedArea[]) =>
  areas.some((area) => area.isImage && holds(area, word));

function isSuspect(word: Word, look: TextLook, areas: readonly PaintedArea[]): boolean {
  if (look.uncertain) return true;
  let ground: PaintedArea | undefined;
  for (let index = areas.length - 1; index >= 0; index -= 1) {
    const area = areas[index] as PaintedArea;
    if (!holds(area, word)) continue;
    if (area.order > look.order) return true;
    ground = area;
    break;
  }
  if (look.color === null) return false;
  const behind = ground ? ground.color : paper;
  // On a picture, only text as light as paper is likely to be lost.
  return !differs(look.color, behind ?? paper);
}

function differs(a: Color, b: Color): boolean {
  return a.some((channel, index) => Math.abs(channel - (b[index] ?? 0)) >= minContrast);
}

function isUnderScan(
  word: Word,
  look: TextLook,
  areas: readonly PaintedArea[],
  { width, height }: PageFrame,
): boolean {
  const over = areas.filter((area) => area.isImage && area.order > look.order);
  const size = over.reduce((sum, area) => sum + (area.right - area.left) * (area.bottom - area.top), 0);
  return size >= minScanShare * width * height && over.some((area) => holds(area, word));
}
