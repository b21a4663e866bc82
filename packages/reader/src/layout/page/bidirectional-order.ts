import type { Word } from "./page.ts";
import { hasLeftToRight, hasRightToLeft } from "./script.ts";

/** How the text around a line reads, as far as it is known. */
export type LineSurroundings = { isRightToLeftParagraph?: boolean; isRightToLeftPage?: boolean };

const basicLatin = /^[\0-\x7f]*$/;
const latinLetter = /[A-Za-z]/;

/**
 * Orders the words of one line as they are read. The characters inside a word are already in logical order. Of the
 * Unicode bidirectional algorithm (UAX 9), only one step is left: reversing runs of words in the other direction.
 * The direction of the line's paragraph decides unless both ends read to the left; then that of the page, on lines
 * that begin in one direction and end in the other; else its letters.
 */
export function wordsInReadingOrder(
  words: readonly Word[],
  around: LineSurroundings = {},
): { words: Word[]; rightToLeft: boolean } {
  const sorted = [...words].sort((a, b) => a.left - b.left);
  if (sorted.every((word) => basicLatin.test(word.text))) return { words: sorted, rightToLeft: false };
  const strong = sorted.filter(({ text }) => hasRightToLeft(text) || hasLeftToRight(text));
  if (!strong.some(({ text }) => hasRightToLeft(text))) return { words: sorted, rightToLeft: false };
  const atLeft = hasRightToLeft(strong[0]?.text ?? "");
  const atRight = hasRightToLeft(strong.at(-1)?.text ?? "");
  // Names in the other script may be most of a line, but they rarely stand at both of its ends.
  const isMostly = isMostlyRightToLeft(strong);
  const { isRightToLeftParagraph, isRightToLeftPage } = around;
  const ofPage = atLeft === atRight ? undefined : isRightToLeftPage;
  const rightToLeft = (atLeft && atRight) || (isRightToLeftParagraph ?? ofPage ?? isMostly);
  if (!rightToLeft) return { words: turnRuns(sorted, hasRightToLeft), rightToLeft };
  return { words: turnRuns(sorted.reverse(), hasLeftToRight), rightToLeft };
}

/** Whether at least half of the letters are read from right to left. */
export function isMostlyRightToLeft(words: readonly Pick<Word, "text">[]): boolean {
  let toTheLeft = 0;
  let toTheRight = 0;
  for (const { text } of words) {
    if (basicLatin.test(text)) toTheRight += latinLetter.test(text) ? text.length : 0;
    else if (hasRightToLeft(text)) toTheLeft += text.length;
    else if (hasLeftToRight(text)) toTheRight += text.length;
  }
  return toTheLeft > 0 && toTheLeft >= toTheRight;
}

/** "Windows 11", "Python 3.12", "Office 2019". */
const version = /^\d[\d.]*$/;
const year = /^(?:19|20)\d\d$/;
/** The number of "X-200" or "COVID-19" goes with its letters. */
const touchingNumber = /^[-‐–.,/]?\p{Nd}[\p{Nd}.,-]*$/u;
const touches = (word: Word, right: Word): boolean => Math.abs(right.left - word.right) < 0.1 * word.size;
/** "In the year", "since": a year after them belongs to the text around the name. */
const yearWord = /^(?:[בלמה]?שנת|מאז|عام|عامي|العام|لعام|سنة|في|منذ|حتى|سال)$/u;

/**
 * Reverses each run of words in the other direction. Numbers and signs between two such words belong to the run. So does
 * the number of a version beside it: on the page it looks the same before and after the name.
 */
function turnRuns(words: Word[], isForeign: (text: string) => boolean): Word[] {
  const result: Word[] = [];
  let index = 0;
  while (index < words.length) {
    const word = words[index];
    if (!word) break;
    if (!isForeign(word.text)) {
      result.push(word);
      index += 1;
      continue;
    }
    let last = index;
    for (let ahead = index + 1; ahead < words.length; ahead += 1) {
      const next = words[ahead];
      if (!next) break;
      if (isForeign(next.text)) last = ahead;
      else if (hasLeftToRight(next.text) || hasRightToLeft(next.text)) break;
    }
    const beside = result.at(-1);
    const before = beside?.text ?? "";
    const isVersion =
      version.test(before) && !(year.test(before) && yearWord.test(result.at(-2)?.text ?? ""));
    const isPart = beside !== undefined && touchingNumber.test(before) && touches(word, beside);
    const number = hasLeftToRight(word.text) && (isVersion || isPart) ? result.pop() : undefined;
    result.push(...words.slice(index, last + 1).reverse(), ...(number ? [number] : []));
    index = last + 1;
  }
  return result;
}
