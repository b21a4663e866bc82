import { around, type Box, overlap } from "../page/box.ts";
import type { Word } from "../page/page.ts";
import { turnOf } from "../page/reading-frame.ts";
import { linesOfWords } from "./page-lines.ts";

/** A text that reads in another direction than the page. */
export type Aside = Box & { text: string; direction: Word["direction"]; size: number };

/** Texts that read in another direction than the page. Each has its box in the same coordinates as the words. */
export function asideTexts(
  words: readonly Word[],
  width: number,
  height: number,
  main: Word["direction"],
): Aside[] {
  const asides: Aside[] = [];
  for (const direction of [0, 90, 180, 270] as const) {
    const same = words.filter((word) => word.direction === direction);
    if (same.length === 0) continue;
    // The directions refer to the displayed page. The words are already in the frame of its main direction.
    const relative = (((direction - (main ?? 0)) % 360) + 360) % 360;
    const turn = turnOf(relative as 0 | 90 | 180 | 270, width, height);
    const turned = same.map((word) => ({ ...word, ...turn.into(word) }));
    for (const line of linesOfWords(turned))
      asides.push({ text: line.text, direction, size: line.size, ...turn.back(line) });
  }
  for (const text of slantedTexts(words.filter((word) => word.direction === null))) {
    const size = Math.max(...text.map((word) => word.size));
    asides.push({ text: text.map(withSpace).join("").trim(), direction: null, size, ...around(text) });
  }
  return asides;
}

/** Words of one slanted text follow each other on the page, within this distance (in font sizes). */
const maxSlantedGap = 1;

function slantedTexts(words: readonly Word[]): Word[][] {
  const texts: Word[][] = [];
  for (const word of words) {
    const text = texts.at(-1);
    const before = text?.at(-1);
    if (text && before && isBeside(before, word)) text.push(word);
    else texts.push([word]);
  }
  return texts;
}

function isBeside(before: Word, word: Word): boolean {
  const reach = maxSlantedGap * Math.max(before.size, word.size);
  return (
    -overlap(before.left, before.right, word.left, word.right) <= reach &&
    -overlap(before.top, before.bottom, word.top, word.bottom) <= reach
  );
}

/** Boxes of slanted words overlap, so only the page's own spaces count. */
const withSpace = ({ spaceBefore, text }: Word): string => (spaceBefore ? ` ${text}` : text);
