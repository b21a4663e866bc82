import type { ReferenceWord } from "./poppler-words.ts";

export type WordScore = { precision: number; recall: number; f1: number; missing: string[]; added: string[] };

/** A number with its sign and separators is one word, so that a lost minus or comma shows. */
const wordPattern = /(?<![\p{L}\p{N}])-?\p{Nd}+(?:[.,]\p{Nd}+)*|[\p{L}\p{M}\p{N}]+/gu;

/**
 * Word F1: two texts as bags of words, in NFKC and lower case, a minus sign like a hyphen. A word broken at a line's end counts as
 * whole when the other text has it whole.
 */
export function wordScore(found: string, reference: readonly ReferenceWord[]): WordScore {
  const rest = counted(wordsOf(found));
  const total = [...rest.values()].reduce((sum, count) => sum + count, 0);
  let matched = 0;
  const missing: string[] = [];
  const take = (word: string) => {
    const left = rest.get(word) ?? 0;
    if (left === 0) return false;
    rest.set(word, left - 1);
    matched += 1;
    return true;
  };
  let expected = 0;
  for (let index = 0; index < reference.length; index += 1) {
    const { text, endsLine } = reference[index] as ReferenceWord;
    const next = reference[index + 1];
    const words = wordsOf(text);
    if (endsLine && next && /\p{L}[-\u00ad\u2010]$/u.test(text)) {
      const [first = "", ...others] = wordsOf(next.text);
      const joined = (words.at(-1) ?? "") + first;
      if ((rest.get(joined) ?? 0) > 0) {
        words.splice(-1, 1, joined, ...others);
        index += 1;
      }
    }
    expected += words.length;
    for (const word of words) if (!take(word)) missing.push(word);
  }
  const precision = total === 0 ? 0 : matched / total;
  const recall = expected === 0 ? 0 : matched / expected;
  const f1 = matched === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  const added = [...rest].flatMap(([word, count]) => Array<string>(count).fill(word));
  return { precision, recall, f1, missing, added };
}

/** The words that are compared: letters, digits and numbers with their sign. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u2212\u2010\u2011\u2013]/g, "-")
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, "");
  return plain.match(wordPattern) ?? [];
}

function counted(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
