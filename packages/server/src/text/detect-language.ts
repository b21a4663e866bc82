import { type Language, languagesOfStopWord } from "./stop-words.ts";

/** How much more the stop words of a language must weigh than those of the next one. */
const minRatio = 1.3;
/** Two stop words that only this language has, or more that it shares. */
const minWeight = 2;
/** More words than these say nothing new. */
const maxWords = 120;

/**
 * The language of a text by its stop words; null when they do not decide. A word that several languages have counts
 * for each of them, but less; a word said again counts no more. Words are lowercase, with their accents.
 */
export function detectLanguage(words: Iterable<string>, minimum = minWeight): Language | null {
  const weights = new Map<Language, number>();
  const seen = new Set<string>();
  let read = 0;
  for (const word of words) {
    if (++read > maxWords) break;
    // The "com" of addresses and the "e" of formulas come often, but are one word.
    if (seen.has(word)) continue;
    seen.add(word);
    const having = languagesOfStopWord(word);
    for (const language of having) weights.set(language, (weights.get(language) ?? 0) + 1 / having.length);
  }
  const [best, second] = [...weights].sort((one, other) => other[1] - one[1]);
  if (!best || best[1] < minimum) return null;
  return !second || best[1] >= minRatio * second[1] ? best[0] : null;
}
