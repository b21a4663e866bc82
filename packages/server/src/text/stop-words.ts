import { type Language, languages, languageWords, listed } from "./languages.ts";

const stopWords = new Map(
  languages.map((language) => [language, new Set(listed(languageWords[language].stopWords))]),
);

/** Whether a lowercase word, with its accents, is a stop word of the language. */
export const isStopWordOf = (language: Language, word: string): boolean =>
  stopWords.get(language)?.has(word) === true;

const byWord = new Map<string, Language[]>();
for (const [language, words] of stopWords)
  for (const word of words) byWord.set(word, [...(byWord.get(word) ?? []), language]);

/** The languages of which a lowercase word is a stop word. */
export const languagesOfStopWord = (word: string): readonly Language[] => byWord.get(word) ?? [];
