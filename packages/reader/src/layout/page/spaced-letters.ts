import { around, median } from "./box.ts";
import type { Word } from "./page.ts";

/** Fewer letters in a row are more likely labels, options or initials. */
const minLetters = 5;
const minSingleShare = 0.7;
/** The others may be figures, as those of a year. */
const minLetterShare = 0.5;
/** Letters further apart (in font sizes) don't belong to one run. */
const maxGap = 3;
/** Letters that spaces divide, too, are the headings of columns from here on. */
const maxLetterGap = 1;
/** A space makes a gap this many times as wide as between letters, and wider by this much (in font sizes). */
const minSpaceRatio = 1.5;
const minSpace = 0.15;

/**
 * Joins the letters of text that is set with wide spaces between them (`A N N U A L  R E P O R T`). The gaps of the run
 * itself show where its words end.
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

function isSpaced(run: readonly Word[]): boolean {
  if (run.length < minLetters) return false;
  // Where one text has spaces between its words, gaps without one are inside of a word.
  if (isOneText(run)) return true;
  const letters = run.filter(({ text }) => /^\p{L}$/u.test(text)).length;
  const signs = run.filter(({ text }) => /^[\p{L}\p{N}]$/u.test(text)).length;
  if (signs < minSingleShare * run.length || letters < minLetterShare * run.length) return false;
  const spaces = run.slice(1).filter(({ spaceBefore }) => spaceBefore).length;
  // Where the page has no spaces between them, letters are not words of their own. Where it has, `A B C D` names columns.
  return spaces <= (1 - minSingleShare) * run.length || spellsWords(run);
}

/** Whether the page has spaces between the words of a run, and only there. */
function isOneText(run: readonly Word[]): boolean {
  const starts = new Set(groupsOf(run).map(([first]) => first));
  return starts.size > 1 && run.slice(1).every((letter) => letter.spaceBefore === starts.has(letter));
}

const word = /^(?:\p{Lu}?\p{Ll}+|\p{Lu}+|[^\p{L}]+)$/u;
const latinWithoutVowel = /^(?![^aeiouyà-öø-ÿ]*[aeiouyà-öø-ÿ])\p{Script=Latin}{3}/iu;

/** Whether letters between spaces give words: in capitals or not, with vowels, and not in the order of the alphabet. */
function spellsWords(run: readonly Word[]): boolean {
  const gaps = run.slice(1).map((letter, index) => gapBetween(run[index] as Word, letter));
  if (median(gaps) > maxLetterGap * (run[0]?.size ?? 0)) return false;
  const texts = wordsOfRun(run).map(({ text }) => text.replace(/(?<=.)[.,:;!?]+$/u, ""));
  const long = texts.filter((text) => /\p{L}{3}/u.test(text));
  if (long.length === 0 || !texts.every((text) => word.test(text) && !latinWithoutVowel.test(text)))
    return false;
  const isInOrder = long.some(isAlphabet);
  const vowels = long.join("").match(/[aeiou]/giu)?.length ?? 0;
  return !isInOrder && (texts.length > 1 || /\p{Ll}{3}/u.test(long[0] ?? "") || vowels >= 2);
}

/** "ABCD": options or columns, one after the other. */
const isAlphabet = (text: string): boolean =>
  [...text].every(
    (letter, index) => index === 0 || letter.codePointAt(0) === 1 + (text.codePointAt(index - 1) ?? 0),
  );

const wordsOfRun = (run: readonly Word[]): Word[] => groupsOf(run).map(oneWord);

function groupsOf(run: readonly Word[]): Word[][] {
  const gaps = run.slice(1).map((word, index) => gapBetween(run[index] as Word, word));
  const usual = lowerThird(gaps);
  const groups: Word[][] = [];
  run.forEach((word, index) => {
    const gap = gaps[index - 1] ?? 0;
    const isApart = gap > minSpaceRatio * usual && gap > usual + minSpace * word.size;
    if (index === 0 || isApart) groups.push([word]);
    else groups.at(-1)?.push(word);
  });
  return groups;
}

/** Half of the gaps are spaces where words have two letters, so the gap between letters is among the narrowest. */
const lowerThird = (gaps: readonly number[]): number =>
  [...gaps].sort((a, b) => a - b)[Math.floor((gaps.length - 1) / 3)] ?? 0;

function oneWord(group: readonly Word[]): Word {
  const [first] = group as [Word, ...Word[]];
  return { ...first, ...around(group), text: group.map(({ text }) => text).join(""), spaceBefore: true };
}
