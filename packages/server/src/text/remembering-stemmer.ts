import type { Language } from "./languages.ts";
import { stemWord } from "./stem-word.ts";

/** Distinct words that are kept of a language: more than a book has. When there are more, they are forgotten. */
const maxWords = 20_000;
/** Longer words are not kept: they do not recur. */
const maxLength = 60;

/** A stemmer for many texts, which stems each word of them once: texts repeat most of their words. */
export function createRememberingStemmer(): (word: string, language: Language) => string {
  const byLanguage = new Map<Language, Map<string, string>>();
  return (word, language) => {
    const stems = byLanguage.get(language) ?? new Map<string, string>();
    if (stems.size === 0) byLanguage.set(language, stems);
    const known = stems.get(word);
    if (known !== undefined) return known;
    const found = stemWord(word, language);
    if (stems.size >= maxWords) stems.clear();
    if (word.length <= maxLength) stems.set(word, found);
    return found;
  };
}
