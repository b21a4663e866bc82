import type { TextDirection, Word } from "../layout/page/page.ts";
import { pictureText } from "./page-characters.ts";
import type { PageFrame } from "./page-frame.ts";
import type { TextStyle } from "./text-style.ts";

/** A word that is still being collected, in PDF user space. */
export type OpenWord = {
  text: string;
  /** What is after `text`, though it came before it. */
  tail?: string;
  left: number;
  bottom: number;
  right: number;
  top: number;
  style: TextStyle;
  spaceBefore: boolean;
  /** The text object of its first character. */
  object: number;
  /** Whether its letters are under each other. */
  isVertical?: boolean;
};

/** Font files claim any height. A box reaches at most this far from the baseline, in font sizes. */
const maxAscent = 0.95;
const maxDescent = 0.3;
/** Of letters in columns, which have no baseline. */
const verticalAscent = 0.85;

/** The word on the displayed page. */
export function finishWord(word: OpenWord, frame: PageFrame): Word {
  const { size, baseline, font } = word.style;
  const text = word.text + (word.tail ?? "");
  // Upright letters that are read downwards: as on a page that is turned.
  const direction: TextDirection = word.isVertical ? 90 : word.style.direction;
  let { left, right, top, bottom } = word;
  if (word.isVertical) {
    const middle = (left + right) / 2;
    [left, right] = [middle - size / 2, middle + size / 2];
  }
  let ascent = maxAscent * size;
  // Vertical text and rotated text run away from the baseline, so their boxes stay as they are. Fonts of East Asia claim
  // as much for a letter.
  const across = direction === 0 || direction === 180 ? top - bottom : right - left;
  if (word.isVertical) ascent = verticalAscent * size;
  else if (direction !== null && (across < 2.5 * size || eastAsian.test(text))) {
    const high = direction === 0 ? top : direction === 180 ? -bottom : direction === 90 ? right : -left;
    const low = direction === 0 ? bottom : direction === 180 ? -top : direction === 90 ? left : -right;
    const line = direction === 0 || direction === 90 ? baseline : -baseline;
    ascent = clamp(high - line, 0.6 * size, maxAscent * size);
    const descent = clamp(line - low, 0.1 * size, maxDescent * size);
    if (direction === 0) {
      top = baseline + ascent;
      bottom = baseline - descent;
    } else if (direction === 180) {
      bottom = baseline - ascent;
      top = baseline + descent;
    } else if (direction === 270) {
      left = baseline - ascent;
      right = baseline + descent;
    } else {
      right = baseline + ascent;
      left = baseline - descent;
    }
  }
  const edges = frame.toDisplay(left, bottom, right, top);
  return {
    text: font.pictorial ? pictureText(text) : plainText(text),
    left: edges.left,
    top: edges.top,
    right: edges.right,
    bottom: edges.bottom,
    ascent,
    size,
    font,
    direction: direction === null ? null : (((direction + 90 * frame.quarterTurns) % 360) as TextDirection),
    spaceBefore: word.spaceBefore,
  };
}

const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const ascii = /^[\x21-\x7e]*$/;

function plainText(text: string): string {
  return ascii.test(text) ? text : text.toWellFormed().normalize("NFC");
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
