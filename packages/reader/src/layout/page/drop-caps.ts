import { median, overlap } from "./box.ts";
import type { Word } from "./page.ts";

const initial = /^["'“„‘«]?\p{Lu}\p{Ll}?$/u;
/** An initial is this many times as large as the text beside it. */
const minRatio = 1.8;
/** The text begins this near to it (in its own font sizes). */
const maxGap = 1.2;
const maxOverlap = 0.5;
/** The width of a space between words. */
const minSpace = 0.2;
const maxSpace = 0.45;
/** Of an initial on the line of its word. */
const maxRaisedGap = 0.35;

/**
 * Joins a large initial with the word that it begins. It takes the size and the line of that word, so that the paragraph
 * is one of plain text.
 */
export function joinDropCaps(words: readonly Word[]): Word[] {
  const initials = words.filter(({ text }) => initial.test(text));
  if (initials.length === 0) return [...words];
  const body = median(words.map(({ size }) => size));
  const replaced = new Map<Word, Word[]>();
  for (const cap of initials.filter(({ size }) => size >= minRatio * body)) {
    const [first, ...others] = lineStartsBeside(cap, words);
    if (!first || replaced.has(first) || (others.length === 0 && !beginsWord(cap, first))) continue;
    replaced.set(cap, []);
    replaced.set(first, beginning(cap, first, others, words));
    // The lines beside it are not indented: they begin where the initial does.
    for (const word of others) replaced.set(word, [{ ...word, left: cap.left }]);
  }
  return replaced.size === 0 ? [...words] : words.flatMap((word) => replaced.get(word) ?? [word]);
}

/** Whether a large letter is on the line of the word that it begins, as with raised initials. */
const beginsWord = (cap: Word, first: Word): boolean =>
  /^\p{Ll}{2}/u.test(first.text) &&
  Math.abs(baseline(cap) - baseline(first)) < 0.2 * first.size &&
  first.left - cap.right < maxRaisedGap * first.size;

const baseline = (word: Word): number => word.top + word.ascent;

/** The first words of the lines that begin beside the initial. */
function lineStartsBeside(cap: Word, words: readonly Word[]): Word[] {
  const under = words.filter(
    (word) =>
      word !== cap && overlap(word.left, word.right, cap.left, cap.right) > 0.5 * (word.right - word.left),
  );
  const beside = words.filter(
    (word) =>
      word !== cap &&
      // A line that begins under the initial does not begin beside it.
      !under.some((other) => overlap(other.top, other.bottom, word.top, word.bottom) > 0.5 * word.size) &&
      word.size * minRatio <= cap.size &&
      word.left - cap.right < maxGap * word.size &&
      word.left - cap.right > -maxOverlap * word.size &&
      overlap(word.top, word.bottom, cap.top, cap.bottom) > 0.5 * (word.bottom - word.top),
  );
  const starts: Word[] = [];
  for (const word of beside.sort((a, b) => a.top - b.top || a.left - b.left)) {
    const above = starts.at(-1);
    if (!above || word.top > above.top + 0.8 * above.size) starts.push(word);
  }
  return starts;
}

/**
 * "A" and "I" are words of their own where a space sets the first line in, or where the page knows the next word without
 * them, but not with them.
 */
function beginning(cap: Word, first: Word, others: readonly Word[], words: readonly Word[]): Word[] {
  const known = (text: string) => words.some((word) => word !== first && bare(word.text) === bare(text));
  const setIn = others.length > 0 ? first.left - median(others.map(({ left }) => left)) : 0;
  const isOwnWord =
    /^["'“„‘«]?[AIOYÀÉ]$/u.test(cap.text) &&
    ((setIn > minSpace * first.size && setIn < maxSpace * first.size) ||
      (known(first.text) && !known(cap.text + first.text)));
  const whole = { ...first, text: cap.text + first.text, left: cap.left, spaceBefore: true };
  if (!isOwnWord) return [whole];
  return [
    { ...first, text: cap.text, left: cap.left, right: cap.right, spaceBefore: true },
    { ...first, spaceBefore: true },
  ];
}

const bare = (text: string): string => text.toLowerCase().replace(/\P{L}+/gu, "");
