import { isFunctionWord, partsOf } from "./function-words.ts";
import { type Language, languages } from "./languages.ts";
import { languagesOfStopWord } from "./stop-words.ts";
import { tokenise } from "./terms.ts";

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

/** Words that say little about a language, because several have them. */
const shared = new Set(
  "a an as at b c d de e en i in is l la le me no o on s se si so te to tu un una".split(" "),
);

/** Function words that are ordinary words of another language: "bin", "die" and "man" are German and English. */
const borrowed = new Set(
  "also bin con come comment den der des die door hat man met men mis non per plus sea sera sin son soy ten war word".split(
    " ",
  ),
);

/** The letters of a code: "DE 40" and "error O 9" are neither French nor Italian. */
const codeLetters = /(?<![\p{L}\p{N}])\p{Lu}{1,4}(?=[\s-]?\d)/gu;

/**
 * The language that has the most of the function words of a text; null when the text has none. Single letters, and words that
 * another language has in another meaning, show nothing alone.
 */
export function languageOf(text: string): Language | null {
  const tokens = tokenise(text.replace(codeLetters, " ")).flatMap((token) => partsOf(token.text));
  let best: Language | null = null;
  let most = 0;
  for (const language of languages) {
    let [count, isWord] = [0, false];
    const fromElsewhere = new Set<string>();
    for (const token of tokens) {
      if (!isFunctionWord(token, language)) continue;
      count += shared.has(token) || borrowed.has(token) ? 0.4 : 1;
      if (borrowed.has(token)) fromElsewhere.add(token);
      else isWord ||= token.length > 1;
    }
    if ((isWord || fromElsewhere.size > 1) && count > most) [best, most] = [language, count];
  }
  return best;
}
