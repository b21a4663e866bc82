import type { Line } from "../page/line.ts";
import { isUnspaced } from "../page/script.ts";

/** The words as the document writes them elsewhere. They show whether a hyphen at a line's end belongs to the word. */
export type Vocabulary = { has(word: string): boolean };

const noVocabulary: Vocabulary = { has: () => false };
const maxWordLength = 120;
const hyphenAtEnd = /(\p{L}[\p{L}\p{M}'’]*)-$/u;
const wordAtStart = /^\p{L}[\p{L}\p{M}'’]*/u;

/** Joins lines to running text. A word that was broken at a line's end becomes whole again. */
export function joinLines(
  lines: readonly Pick<Line, "text">[],
  vocabulary: Vocabulary = noVocabulary,
): string {
  let text = "";
  for (const line of lines) text = text === "" ? line.text : joinTexts(text, line.text, vocabulary);
  return text;
}

/**
 * Removes the hyphen when letters are before it and a lowercase letter follows. Keeps it when the document elsewhere
 * writes the word only with the hyphen.
 */
export function joinTexts(before: string, after: string, vocabulary: Vocabulary = noVocabulary): string {
  // Look at the end only, because the text may be very long.
  const end = before.slice(-maxWordLength);
  if (end.endsWith("-")) {
    const broken = hyphenAtEnd.exec(end)?.[1];
    const rest = wordAtStart.exec(after)?.[0];
    if (broken !== undefined && rest !== undefined) {
      const isCompound =
        vocabulary.has(`${broken}-${rest}`.toLowerCase()) &&
        !vocabulary.has(`${broken}${rest}`.toLowerCase());
      const isBroken = /^\p{Ll}/u.test(rest) && broken.length >= 2 && !isCompound;
      return isBroken ? before.slice(0, -1) + after : before + after;
    }
    if (/[\p{L}\p{N}]-$/u.test(end) && /^[\p{L}\p{N}]/u.test(after)) return before + after;
  }
  if (isUnspaced(end.slice(-1)) && isUnspaced(after.slice(0, 1))) return before + after;
  // A web address that was broken after a slash continues without a space.
  if (/[/_=&?.-]$/.test(end) && /https?:\/\/\S*$/.test(end) && /^[\w%#-]/.test(after)) return before + after;
  return `${before} ${after}`;
}
