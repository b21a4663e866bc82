import type { SeenBlock } from "./vision.ts";

/** Below this many words, how many of them are kept says nothing. */
const minWords = 20;
const minKept = 0.6;
/** With less of the answer on the page than this, the model says something else. */
const minFounded = 0.5;

/**
 * Whether what a model read agrees with the text that the page is known to have. A model that summarises, invents or
 * follows what is written on the page fails here, and the page's own text is kept.
 */
export function keepsKnownText(blocks: readonly SeenBlock[], knownText: string): boolean {
  const known = wordsOf(knownText);
  if (known.length < minWords) return true;
  const told = wordsOf(
    blocks
      .filter(({ type }) => !/^(image|figure|picture)$/i.test(type))
      .map(({ text, rows }) => [text, ...(rows ?? []).flat()].join(" "))
      .join(" "),
  );
  return shareOf(known, told) >= minKept && shareOf(told, known) >= minFounded;
}

/** Scripts without spaces between words are compared by character. */
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+/gu;

const wordsOf = (text: string): string[] => text.normalize("NFKC").toLowerCase().match(word) ?? [];

/** The share of some words that others have too, each counted once for once. */
function shareOf(words: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  let found = 0;
  for (const word of words) {
    const count = left.get(word) ?? 0;
    if (count > 0) found += 1;
    left.set(word, count - 1);
  }
  return words.length === 0 ? 0 : found / words.length;
}
