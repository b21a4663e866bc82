import type { Box } from "../page/box.ts";
import type { Word } from "../page/page.ts";

/** A word of an element's text: where it begins in the text (UTF-16 units), and its place on the page in points. */
export type WordBox = { start: number; left: number; top: number; width: number; height: number };

/** Places are kept in half points: about three and a half bytes a word, where tenths would take five. */
const perPoint = 2;
/** How far behind the last word the next one is looked for: bullets and dots may have gone from the text. */
const reach = 80;

/**
 * The places of the words of an element, in the order of its text, packed as variable-length integers: the distance from
 * the last word's beginning with a bit for a new line, the gap to the last word, the width, and for a new line its top and
 * height. Words that the text does not have, or has elsewhere, are left out. Undefined where nothing is known.
 */
export function packWordBoxes(
  text: string,
  words: readonly Word[],
  toPage: (box: Box) => Box,
): Uint8Array | undefined {
  const bytes: number[] = [];
  let start = 0;
  let after = 0;
  let right = 0;
  let top = 0;
  let height = 0;
  for (const word of words) {
    const place = placeOf(word.text, text, after);
    if (!place) continue;
    const box = toPage(word);
    const x = inHalfPoints(box.left);
    const y = inHalfPoints(box.top);
    const end = inHalfPoints(box.right);
    const high = inHalfPoints(box.bottom) - y;
    const isNewLine = y !== top || high !== height;
    append(bytes, 2 * (place.start - start) + Number(isNewLine));
    append(bytes, signless(x - right));
    append(bytes, end - x);
    if (isNewLine) {
      append(bytes, signless(y - top));
      append(bytes, high);
    }
    start = place.start;
    after = place.end;
    right = end;
    top = y;
    height = high;
  }
  return bytes.length === 0 ? undefined : new Uint8Array(bytes);
}

/** The words of `ParsedElement.wordBoxes`, in the order of the text. */
export function* unpackWordBoxes(bytes: Uint8Array): Generator<WordBox> {
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let factor = 1; at < bytes.length; factor *= 128) {
      const byte = bytes[at] ?? 0;
      at += 1;
      value += (byte % 128) * factor;
      if (byte < 128) break;
    }
    return value;
  };
  let [start, right, top, height] = [0, 0, 0, 0];
  while (at < bytes.length) {
    const head = next();
    start += Math.floor(head / 2);
    const left = right + signed(next());
    const width = next();
    if (head % 2 === 1) {
      top += signed(next());
      height = next();
    }
    right = left + width;
    yield {
      start,
      left: left / perPoint,
      top: top / perPoint,
      width: width / perPoint,
      height: height / perPoint,
    };
  }
}

const inHalfPoints = (points: number): number => Math.max(0, Math.round(points * perPoint));

function append(bytes: number[], value: number): void {
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push(128 + (rest % 128));
  bytes.push(rest);
}

/** Small numbers of both signs as small numbers: 0, -1, 1, -2 … become 0, 1, 2, 3 … */
const signless = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
const signed = (value: number): number => (value % 2 === 1 ? -(value + 1) / 2 : value / 2);

function placeOf(word: string, text: string, after: number): { start: number; end: number } | undefined {
  // Most words follow at once or after a space.
  const start = text.startsWith(word, after) ? after : text.startsWith(word, after + 1) ? after + 1 : -1;
  if (start >= 0) return { start, end: start + word.length };
  // The hyphen of a word that goes on in the next line is not in the text.
  const forms = word.length > 1 && word.endsWith("-") ? [word, word.slice(0, -1)] : [word];
  for (const form of forms) {
    const found = text.slice(after, after + reach + form.length).indexOf(form);
    if (found >= 0) return { start: after + found, end: after + found + form.length };
  }
  return undefined;
}
