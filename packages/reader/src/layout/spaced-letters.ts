import { around, median } from "./box.ts";
import type { Word } from "./page.ts";

/** Fewer letters in a row are more likely labels, options or initials. */
const minLetters = 5;
const minSingleShare = 0.7;
/** Letters that stand further apart (in font sizes) are the headings of columns. */
const maxGap = 2;
/** A space makes a gap this many times as wide as between letters, and wider by this much (in font sizes). */
const minSpaceRatio = 1.5;
const minSpace = 0.15;

/**
 * Joins the letters of text that is set with wide spaces between them (`A N N U A L  R E P O R T`). The gaps of the run
 * itself tell where its words end.
 */
export function joinSpacedLetters(words: readonly Word[]): Word[] {
  const joined: Word[] = [];
  for (let from = 0; from < words.length; ) {
    let to = from + 1;
    while (to < words.length && follows(words[to - 1] as Word, words[to] as Word)) to += 1;
    const run = words.slice(from, to);
    joined.push(...(isSpaced(run) ? wordsOfRun(run) : run));
    from = to;
  }
  return joined;
}

const isShort = ({ text }: Word): boolean => [...text].length <= 2;

const gapBetween = (before: Word, word: Word): number => word.left - before.right;

function follows(before: Word, word: Word): boolean {
  const gap = gapBetween(before, word);
  return (
    isShort(before) &&
    isShort(word) &&
    before.font === word.font &&
    Math.abs(before.size - word.size) < 0.05 * word.size &&
    Math.abs(before.top + before.ascent - word.top - word.ascent) < 0.1 * word.size &&
    gap > 0 &&
    gap < maxGap * word.size
  );
}

/** Words that the page itself divides by spaces are words: `A B C D` names columns. */
function isSpaced(run: readonly Word[]): boolean {
  if (run.length < minLetters) return false;
  const letters = run.filter(({ text }) => /^\p{L}$/u.test(text)).length;
  const spaces = run.slice(1).filter(({ spaceBefore }) => spaceBefore).length;
  return letters >= minSingleShare * run.length && spaces <= (1 - minSingleShare) * run.length;
}

function wordsOfRun(run: readonly Word[]): Word[] {
  const gaps = run.slice(1).map((word, index) => gapBetween(run[index] as Word, word));
  const usual = median(gaps);
  const groups: Word[][] = [];
  run.forEach((word, index) => {
    const gap = gaps[index - 1] ?? 0;
    const isApart = gap > minSpaceRatio * usual && gap > usual + minSpace * word.size;
    if (index === 0 || isApart) groups.push([word]);
    else groups.at(-1)?.push(word);
  });
  return groups.map((group) => {
    const [first] = group as [Word, ...Word[]];
    return { ...first, ...around(group), text: group.map(({ text }) => text).join(""), spaceBefore: true };
  });
}
