import type { RecognisedWord } from "../recognise-text.ts";
import type { ReadLine } from "./recogniser-messages.ts";

/** Parts of the font size, about the same in all fonts. */
const xHeight = 0.5;
const ascender = 0.72;
const descender = 0.21;
/** From the top of an ascender to the bottom of a descender. */
const letterHeight = 0.92;
/** By so much of the font size the box of a line is larger than its ink, above and below. */
const margin = 0.16;

const hasAscender = /[\p{Lu}\p{N}\p{Lo}bdfhijklt!?()[\]{}|/€$£%&"'\u0080-\u024f]/u;
const hasDescender = /[gjpqyQçşţ,;()[\]{}|_]|\p{Lo}/u;

/**
 * The words of a line with their places. The height of the letters follows from that of the line and from which letters it
 * has: a line without descenders is lower than its neighbours, and would look like one in small print.
 */
export function placeWords(line: ReadLine): RecognisedWord[] {
  const { left, top, right, bottom, words, direction } = line;
  const text = words.map((word) => word.text).join("");
  const above = hasAscender.test(text) ? ascender : xHeight;
  const below = hasDescender.test(text) ? descender : 0;
  const isLevel = direction === 0 || direction === 180;
  const [length, thickness] = isLevel ? [right - left, bottom - top] : [bottom - top, right - left];
  const size = thickness / (above + below + 2 * margin);
  const inset = margin * size;
  const [first, last] = [inset / length, 1 - inset / length];
  return words.map(({ text: word, start, end, score }) => {
    const [begins, ends] = [Math.max(first, start), Math.min(last, end)];
    // 180 and 270 run towards the origin.
    const [from, to] = direction === 0 || direction === 90 ? [begins, ends] : [1 - ends, 1 - begins];
    const box = isLevel
      ? { left: left + from * length, right: left + to * length, top: top + inset, bottom: bottom - inset }
      : { left: left + inset, right: right - inset, top: top + from * length, bottom: top + to * length };
    return {
      text: word,
      ...box,
      confidence: 100 * score,
      baseline: box.bottom - below * size,
      letterHeight: letterHeight * size,
      direction,
    };
  });
}
