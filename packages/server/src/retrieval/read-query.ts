import { detectLanguage } from "../text/detect-language.ts";
import { type Language, languages } from "../text/languages.ts";
import { createRememberingStemmer } from "../text/remembering-stemmer.ts";
import { type SearchWord, searchWords } from "../text/search-words.ts";
import { withAccent } from "../text/stem-word.ts";
import { accentedWords, isSkipped, partsOf, termOf } from "./search-terms.ts";

/** A query is searched by at most this many distinct terms: more of them make a pasted document no better as a question. */
export const maxQueryTerms = 64;
/** A question is short: one stop word that only this language has, and one that it shares, show it. */
const minQuestionWeight = 1.5;
/** Weight of a part of a code or compound. The whole stands for itself: "1234" alone is not "AB-1234". */
const partWeight = 0.3;
/** Shorter parts, such as the "AB" of "AB-1234", say too little. */
const minPartLength = 3;
const quoted = /["“”„«»]([^"“”„«»]{1,300})["“”„«»]/gu;

/** A term of a query in the forms in which texts may have it: the stems of several languages, for example. */
export type QueryTerm = {
  /** Distinct; a chunk with any of them has the term. The first is that of the question's own language. */
  forms: string[];
  /** 1 for a word said once. */
  weight: number;
  /** The word as it was written, folded, where it is one of letters: it may be misspelt. Null for codes, numbers and parts. */
  word: string | null;
  /** Set on a term that only stands for the one that was said: how much of it that covers, 0..1. */
  standsFor?: number;
};

export type SearchQuery = {
  /** Of the question; null when its words do not show it. */
  language: Language | null;
  /** Distinct, in the order of the query. */
  terms: QueryTerm[];
  /** Of each quoted phrase its terms in order, each in its forms. */
  phrases: string[][][];
};

/**
 * Reads a query. A word counts by the square root of how often it is said. Each word is searched in the stems of all
 * languages, because texts of another language than the question's have its names and numbers too. Who reads many
 * queries passes one stemmer that remembers words: stemming in seven languages is most of the work.
 */
export function readQuery(text: string, stemOf = createRememberingStemmer()): SearchQuery {
  const words = searchWords(text);
  const detected = detectLanguage(accentedWords(words), minQuestionWeight);
  const language = detected ?? "en";
  const formsOf = (word: SearchWord): string[] => [
    ...new Set(
      [language, ...languages].flatMap((each) => {
        const accented = { ...word, accented: withAccent(word.accented, each) };
        return [word, accented, ...withUmlauts(word)].map((written) => termOf(written, each, stemOf));
      }),
    ),
  ];
  const terms = new Map<string, QueryTerm & { count: number }>();
  const add = (forms: string[], weight: number, word: string | null): void => {
    const key = forms[0] ?? "";
    const known = terms.get(key);
    if (known && known.weight >= weight) known.count += 1;
    else terms.set(key, { forms, weight, word, count: (known?.count ?? 0) + 1 });
  };
  const asked = words.filter((word) => !isSkipped(word, language));
  for (const word of asked) {
    add(formsOf(word), 1, word.parts.length === 0 && /^\p{L}+$/u.test(word.text) ? word.text : null);
    for (const part of word.parts)
      if (part.text.length >= minPartLength && !isSkipped(part, language))
        add(formsOf(part), partWeight, null);
    if (word.parts.length > 0) continue;
    for (const part of partsOf(word, language, stemOf, () => false)) add([part], partWeight, null);
  }
  return {
    language: detected,
    terms: strongest([...terms.values()]).map(({ forms, weight, word, count }) => ({
      forms,
      weight: weight * Math.sqrt(count),
      word,
    })),
    phrases: phrasesOf(text, language, formsOf),
  };
}

const digraph = /[aou]e/;
const umlauts: Record<string, string> = { ae: "ä", oe: "ö", ue: "ü" };

/** "Geschaeftsfuehrer" as texts write it: "Geschäftsführer". */
const withUmlauts = (word: SearchWord): SearchWord[] =>
  digraph.test(word.text)
    ? [
        {
          ...word,
          text: word.text.replace(/([aou])e/g, "$1"),
          accented: word.accented.replace(/[aou]e/g, (letters) => umlauts[letters] ?? letters),
        },
      ]
    : [];

/** Of a very long query the terms it repeats most, the earlier first. */
function strongest<T extends { count: number }>(terms: T[]): T[] {
  if (terms.length <= maxQueryTerms) return terms;
  const kept = new Set([...terms].sort((one, other) => other.count - one.count).slice(0, maxQueryTerms));
  return terms.filter((term) => kept.has(term));
}

const phrasesOf = (text: string, language: Language, formsOf: (word: SearchWord) => string[]): string[][][] =>
  Array.from(text.matchAll(quoted), ([, phrase = ""]) =>
    searchWords(phrase)
      .filter((word) => !isSkipped(word, language))
      .map(formsOf),
  ).filter((phrase) => phrase.length > 0);
