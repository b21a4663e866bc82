import { type Picture, type Turn, turnPicture } from "../picture.ts";
import { drawnLines } from "../prepare-picture.ts";
import type { RecognisedWord } from "../recognise-text.ts";
import type { UprightText } from "../recognise-upright.ts";
import { straightenPicture } from "../straighten-picture.ts";
import type { Recogniser } from "./connect-recogniser.ts";
import { placeWords } from "./place-words.ts";
import type { ReadLine } from "./recogniser-messages.ts";
import { meanScore } from "./split-words.ts";

/** A line of text, and how sure the recogniser is of its characters on average, 0 to 1. */
export type RecognisedLine = { words: RecognisedWord[]; score: number };

/** The lines of text of a picture, and what `UprightText` has besides words. */
export type RecognisedLines = Omit<UprightText, "words"> & { found: RecognisedLine[]; score: number };

/** A line that is less sure does not show how it runs. */
const minScore = 0.5;
/** So much less sure a page may be after its turn: the lines that it was judged by are only a part of it. */
const tolerance = 0.05;

/** Reads a picture the right way up. Most lines show which way that is; another one is read a second time. */
export async function readByRecogniser(recogniser: Recogniser, picture: Picture): Promise<RecognisedLines> {
  const asItIs = await read(recogniser, picture);
  const { direction } = asItIs;
  if (direction === 0) return { ...asItIs, turn: 0 };
  const turn = (360 - direction) as Turn;
  const turned = await read(recogniser, await turnPicture(picture, turn));
  return turned.score > asItIs.score - tolerance ? { ...turned, turn } : { ...asItIs, turn: 0 };
}

async function read(recogniser: Recogniser, picture: Picture) {
  const straight = await straightenPicture(picture);
  // One of which nothing is read counts: it does not know most letters of other scripts.
  const lines = await recogniser.readLines(straight.picture);
  const back = (word: RecognisedWord): RecognisedWord => {
    const box = straight.toOriginal(word);
    return { ...word, ...box, baseline: box.top + (word.baseline - word.top) };
  };
  return {
    direction: mainDirection(lines),
    score: meanScore(lines),
    found: lines.map((line) => ({ score: line.score, words: placeWords(line).map(back) })),
    lines: (await drawnLines(straight)).map(straight.toOriginal),
    skew: straight.skew,
  };
}

/** Of the lines that it is sure of; a single letter shows nothing. */
function mainDirection(lines: readonly ReadLine[]): Turn {
  const letters = { 0: 0, 90: 0, 180: 0, 270: 0 };
  for (const { score, direction, words } of lines) {
    const count = words.reduce((sum, { text }) => sum + text.length, 0);
    if (score >= minScore && count > 1) letters[direction] += count * score;
  }
  return ([90, 180, 270] as const).reduce<Turn>(
    (best, direction) => (letters[direction] > letters[best] ? direction : best),
    0,
  );
}
