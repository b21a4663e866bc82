import type { Word } from "./page.ts";
import { hasLeftToRight, hasRightToLeft } from "./script.ts";

/** How far apart (in font sizes) words stand when a space is between them. */
const minSpace = 0.15;
/** Where the page has a space at one of the words; beside a bracket; between letters without a space on the page. */
const minSpaceWhere = { isDrawn: 0.1, isBracket: 0.2, isLetter: 0.25 };

/**
 * The text of a line that reads to the left, from its words in logical order. Names and numbers in it read to the right,
 * so the space of the page may come with a word's other neighbour: the distances between neighbours on the page decide.
 */
export function leftwardText(words: readonly Word[]): string {
  const shown = [...words].sort((a, b) => a.left - b.left);
  const placeOf = new Map(shown.map((word, place) => [word, place]));
  const isApart = (before: Word, word: Word): boolean => {
    const [first = 0, second = 0] = [placeOf.get(before), placeOf.get(word)];
    if (Math.abs(first - second) === 1) return standApart(before, word);
    // A run of words that read to the right begins or ends here: its other end is beside the text around it.
    const [left, right] = hasLeftToRight(word.text) ? [shown[first - 1], before] : [word, shown[second + 1]];
    return !left || !right || standApart(right, left);
  };
  const starts = words.map((word, index) => index === 0 || isApart(words[index - 1] as Word, word));
  return words
    .map(({ text }, index) => {
      const startsApart = starts[index] ?? true;
      const facing = withBracketsFacing(text, startsApart, starts[index + 1] ?? true);
      return `${startsApart && index > 0 ? " " : ""}${facing.replace(signBehind, "+$1")}`;
    })
    .join("");
}

/** Whether a space is between two neighbours on the page; the first is read first where both read to the left. */
function standApart(before: Word, word: Word): boolean {
  const gap = Math.max(word.left - before.right, before.left - word.right);
  const share = gap / Math.min(before.size, word.size);
  if (isBracket(before) || isBracket(word)) return share > minSpaceWhere.isBracket;
  if (hasRightToLeft(before.text) && hasRightToLeft(word.text))
    return word.spaceBefore ? share > -0.1 : share > minSpaceWhere.isLetter;
  // Where only one of them has a space of the page, it may be on its other side.
  if (word.spaceBefore && before.spaceBefore) return share > -0.1;
  return share > minSpace || ((word.spaceBefore || before.spaceBefore) && share > minSpaceWhere.isDrawn);
}

const isBracket = ({ text }: Word): boolean => /^[()[\]{}«»]$/u.test(text);

/** In text that reads to the left, the sign of "+49" is at the right of its number. */
const signBehind = /^(\p{Nd}+)\+$/u;

const pairs = ["()", "[]", "{}", "«»"];
const closing = new Map(pairs.map(([open = "", close = ""]) => [open, close]));
const opening = new Map(pairs.map(([open = "", close = ""]) => [close, open]));
const openAtEnd = /[([{«](?=[.,:;!?،؛؟]*$)/u;

/**
 * Turns the brackets of a word that look the wrong way: files have them as they are drawn, or as they are read. One after
 * a space opens, and one between a letter and a space closes.
 */
function withBracketsFacing(text: string, startsApart: boolean, endsApart: boolean): string {
  const isAlone = text.length === 1;
  if (isAlone && startsApart && endsApart) return text;
  const opener = startsApart ? opening.get(text.charAt(0)) : undefined;
  const [start, rest] = opener ? [opener, text.slice(1)] : ["", text];
  const turnsEnd = endsApart && !(isAlone && startsApart);
  return start + (turnsEnd ? rest.replace(openAtEnd, (open) => closing.get(open) ?? open) : rest);
}
