import type { Box } from "../layout/page/box.ts";
import type { Font, Page, Word } from "../layout/page/page.ts";
import { turnOf } from "../layout/page/reading-frame.ts";
import type { Ocr } from "./open-ocr.ts";
import type { Picture, Turn } from "./picture.ts";
import { recognisePage } from "./recognise-page.ts";
import type { RecognisedWord } from "./recognise-text.ts";

/** OCR knows little of fonts: all its words share this one. */
const font: Font = { name: "", weight: 400, italic: false, monospaced: false };
/** Where the words of a picture are less sure than this on average, most of them are specks, lines and shades. */
const minConfidence = 40;
/** Letters from ascender to descender take about this share of the font size. */
const letterShare = 0.92;
const usualAscent = 0.8;
/** Sizes this close to the page's usual one count as it: OCR measures them from single letters. */
const sizeTolerance = 0.2;

/**
 * Reads the text of a picture as a page. `pixelsPerPoint` gives the page its size. Where what was found is not a text, the page
 * has no words; its `doubt` says so.
 */
export async function readPicture(ocr: Ocr, picture: Picture, pixelsPerPoint: number): Promise<Page> {
  const { doubt, ...upright } = await recognisePage(ocr, picture);
  const words = doubt?.isUnread ? [] : textOf(upright.words);
  const direction = ((360 - upright.turn) % 360) as Turn;
  const { back } = turnOf(direction, picture.width, picture.height);
  const sizes = words.map((word) => word.letterHeight).sort((a, b) => a - b);
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 0;
  const toPoints = (box: Box): Box => {
    const { left, top, right, bottom } = back(box);
    return {
      left: left / pixelsPerPoint,
      top: top / pixelsPerPoint,
      right: right / pixelsPerPoint,
      bottom: bottom / pixelsPerPoint,
    };
  };
  const toWord = (word: RecognisedWord): Word => {
    const isUsual = Math.abs(word.letterHeight - usual) <= sizeTolerance * usual;
    return {
      text: word.text,
      ...toPoints(word),
      ascent: ascentOf(word) / pixelsPerPoint,
      size: (isUsual ? usual : word.letterHeight) / letterShare / pixelsPerPoint,
      font,
      direction: ((direction + word.direction) % 360) as Turn,
      spaceBefore: true,
    };
  };
  return {
    width: picture.width / pixelsPerPoint,
    height: picture.height / pixelsPerPoint,
    words: words.map(toWord),
    rules: upright.lines.map(toPoints),
    links: [],
    skew: upright.skew,
    textSource: "ocr",
    ...(doubt && { doubt: doubt.reason }),
  };
}

/** The engine gives no baseline for lines that run up or down: the letters' height from it is their usual share. */
const ascentOf = ({ direction, left, top, right, baseline }: RecognisedWord): number =>
  direction === 90 || direction === 270 ? usualAscent * (right - left) : baseline - top;

/**
 * The words that are text. On a page of text the unsure ones are mostly right, so they stay; in a photograph they are
 * noise. Rows of dots and strokes are how lines and stamps look to the engine.
 */
function textOf(words: RecognisedWord[]): RecognisedWord[] {
  const average = words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length;
  const floor = average < minConfidence ? minConfidence : 0;
  return words.filter(
    ({ text, confidence }) => confidence >= floor && (/[\p{L}\p{N}]/u.test(text) || text.length <= 2),
  );
}
