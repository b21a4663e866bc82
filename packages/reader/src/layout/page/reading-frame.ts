import { type Box, overlap } from "./box.ts";
import type { FormField, Page, Rule, Shape, TextDirection, Word } from "./page.ts";
import { isUnspaced } from "./script.ts";
import { turnBox } from "./turn-box.ts";

/** A page rotated so that its main text reads left to right, and the way back to the displayed page. */
export type ReadingFrame = {
  /** Direction of the main text on the displayed page. */
  direction: Exclude<TextDirection, null>;
  width: number;
  height: number;
  words: Word[];
  rules: Rule[];
  /** Words that read in another direction (stamps along the margin, watermarks), in frame coordinates. */
  asides: Word[];
  shapes: Shape[];
  fields: FormField[];
  toPage(box: Box): Box;
};

/** Rotates a page by the most frequent direction of its text, and straightens what a scanner skewed. */
export function readingFrame(shown: Page): ReadingFrame {
  const { skew = 0 } = shown;
  const straighten = <T extends Box>(box: T): T => turnBox(box, -skew, shown);
  const straight = shown.words.map(straighten);
  const direction = mainDirection(straight);
  const words = direction === 90 ? withUprightNumbers(straight) : straight;
  const page = { ...shown, words, rules: shown.rules.map(straighten) };
  const turn = turnOf(direction, page.width, page.height);
  const inFrame: Word[] = [];
  const asides: Word[] = [];
  for (const word of page.words) {
    const turned = direction === 0 ? word : { ...word, ...turn.into(word) };
    (word.direction === direction ? inFrame : asides).push(turned);
  }
  const sideways = direction === 90 || direction === 270;
  return {
    direction,
    width: sideways ? page.height : page.width,
    height: sideways ? page.width : page.height,
    words: inFrame,
    asides,
    rules: direction === 0 ? page.rules : page.rules.map(turn.into),
    shapes: (page.shapes ?? []).map((shape) => ({ ...shape, ...turn.into(shape) })),
    fields: (page.fields ?? []).map((field) => ({ ...field, ...turn.into(field) })),
    // Most pages are upright, and every word is asked for.
    toPage: direction === 0 && skew === 0 ? (box) => box : (box) => turnBox(turn.back(box), skew, shown),
  };
}

/** Numbers stand upright in columns of Chinese and Japanese. They are read with the letters above and below. */
function withUprightNumbers(words: readonly Word[]): Word[] {
  const columns = words.filter(({ direction, text }) => direction === 90 && isUnspaced(text));
  const isInColumn = (word: Word) =>
    columns.some(
      (other) =>
        Math.abs(word.left + word.right - other.left - other.right) < other.size &&
        -overlap(word.top, word.bottom, other.top, other.bottom) < maxColumnGap * other.size,
    );
  return words.map((word) =>
    word.direction === 0 && shortNumber.test(word.text) && isInColumn(word)
      ? { ...word, direction: 90, ascent: 0.5 * (word.right - word.left + word.size) }
      : word,
  );
}

const shortNumber = /^[\p{N}\p{Lu}]{1,4}$/u;
/** In font sizes. */
const maxColumnGap = 0.6;

function mainDirection(words: readonly Word[]): Exclude<TextDirection, null> {
  const counts = { 0: 0, 90: 0, 180: 0, 270: 0 };
  for (const word of words) if (word.direction !== null) counts[word.direction] += word.text.length;
  let best: Exclude<TextDirection, null> = 0;
  for (const direction of [90, 180, 270] as const) if (counts[direction] > counts[best]) best = direction;
  return best;
}

/** Rotates boxes of a page so that text of this direction reads left to right. */
export function turnOf(
  direction: Exclude<TextDirection, null>,
  width: number,
  height: number,
): { into(box: Box): Box; back(box: Box): Box } {
  if (direction === 90) {
    return {
      into: (box) => ({ left: box.top, top: width - box.right, right: box.bottom, bottom: width - box.left }),
      back: (box) => ({ left: width - box.bottom, top: box.left, right: width - box.top, bottom: box.right }),
    };
  }
  if (direction === 270) {
    return {
      into: (box) => ({
        left: height - box.bottom,
        top: box.left,
        right: height - box.top,
        bottom: box.right,
      }),
      back: (box) => ({
        left: box.top,
        top: height - box.right,
        right: box.bottom,
        bottom: height - box.left,
      }),
    };
  }
  if (direction === 180) {
    const turn = (box: Box) => ({
      left: width - box.right,
      top: height - box.bottom,
      right: width - box.left,
      bottom: height - box.top,
    });
    return { into: turn, back: turn };
  }
  const same = ({ left, top, right, bottom }: Box) => ({ left, top, right, bottom });
  return { into: same, back: same };
}
