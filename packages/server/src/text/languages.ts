import { dutch } from "./languages/dutch.ts";
import { english } from "./languages/english.ts";
import { french } from "./languages/french.ts";
import { german } from "./languages/german.ts";
import { italian } from "./languages/italian.ts";
import type { LanguageWords } from "./languages/language-words.ts";
import { portuguese } from "./languages/portuguese.ts";
import { spanish } from "./languages/spanish.ts";

/** Languages that are distinguished, each with a stemmer (`stem-word.ts`). Texts of others are read as English. */
export const languageWords = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
  nl: dutch,
} satisfies Record<string, LanguageWords>;

export type Language = keyof typeof languageWords;
export const languages = Object.keys(languageWords) as Language[];

/** The words of a list. */
export const listed = (words: string | undefined): string[] => words?.split(/\s+/) ?? [];

/** The words of a kind, of all languages together. */
export const wordsOfAll = (kindOf: (language: LanguageWords) => string | undefined): Set<string> =>
  new Set(Object.values(languageWords).flatMap((language) => listed(kindOf(language))));
