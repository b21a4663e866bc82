import type { Box } from "../layout/page/box.ts";
import { type Picture, type Turn, turnPicture } from "./picture.ts";
import { preparePicture } from "./prepare-picture.ts";
import { readUnreadCells } from "./read-unread-cells.ts";
import type { OcrEngine, RecognisedWord } from "./recognise-text.ts";
import { straightenPicture } from "./straighten-picture.ts";

/** Words, lines that are drawn, and the slope of both, in the pixels of the picture after its turn. */
export type UprightText = Recognised & { turn: Turn };

type Recognised = { words: RecognisedWord[]; lines: Box[]; skew: number };

/** A picture that reads less surely than this may lie on its side or be upside down. */
const sureConfidence = 65;
/** A turned picture counts only when it reads so much better: photographs read badly any way up. */
const minGain = 1.5;

/** Reads a picture the right way up. A picture that reads well as it is costs one reading, another one four. */
export async function recogniseUpright(engine: OcrEngine, picture: Picture): Promise<UprightText> {
  const asItIs = await recognise(engine, picture);
  const isOnItsSide = runsUpOrDown(asItIs.words);
  if (!isOnItsSide && meanConfidence(asItIs.words) >= sureConfidence) return { turn: 0, ...asItIs };
  let best: UprightText = { ...asItIs, turn: 0, words: isOnItsSide ? [] : asItIs.words };
  for (const turn of [180, 90, 270] as const) {
    const read = await recognise(engine, await turnPicture(picture, turn));
    // Tesseract reads some lines that run up or down as surely as level ones.
    if (runsUpOrDown(read.words)) continue;
    const floor = best.turn === 0 ? minGain : 1;
    if (sureText(read.words) > floor * sureText(best.words)) best = { turn, ...read };
  }
  return best;
}

async function recognise(engine: OcrEngine, picture: Picture): Promise<Recognised> {
  const straight = await straightenPicture(picture);
  const { png, pixels, lines, wordToPicture, toPicture } = await preparePicture(straight);
  const words = await engine.recognise(png);
  const others = await readUnreadCells(engine, pixels, lines, words);
  const back = (word: RecognisedWord): RecognisedWord => {
    const moved = wordToPicture(word);
    const box = straight.toOriginal(moved);
    return { ...moved, ...box, baseline: box.top + (moved.baseline - moved.top) };
  };
  return {
    words: [...words, ...others].map(back),
    lines: lines.map((line) => straight.toOriginal(toPicture(line))),
    skew: straight.skew,
  };
}

/**
 * Whether most words are taller than they are wide. Tesseract finds some lines that run up or down the page, and does
 * not always say so.
 */
function runsUpOrDown(words: RecognisedWord[]): boolean {
  const long = words.filter(({ text }) => text.length >= 4);
  return 2 * long.filter(({ left, top, right, bottom }) => bottom - top > right - left).length > long.length;
}

export const meanConfidence = (words: RecognisedWord[]): number =>
  words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length;

/** Letters of words of which the engine is sure, in lines that run from left to right. */
const sureText = (words: RecognisedWord[]): number =>
  words
    .filter(({ confidence, direction }) => confidence >= sureConfidence && direction === 0)
    .reduce((sum, { text }) => sum + text.length, 0);
