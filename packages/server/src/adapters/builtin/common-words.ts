import { type Language, languages, languageWords, listed } from "../../text/languages.ts";

const known = new Map(
  languages.map((language) => [language, new Set(listed(languageWords[language].commonWords))]),
);

/**
 * Whether a folded word is a general verb, noun or adverb of questions, which names no subject. Documents may say the same
 * without it, so a question is not refused because the sources lack it.
 */
export const isCommonWord = (token: string, language: Language): boolean =>
  known.get(language)?.has(token) === true;
