import { isFunctionWord, partsOf } from "../../text/function-words.ts";
import type { Language } from "../../text/languages.ts";
import { stem } from "../../text/stem.ts";
import { isStopWord, tokenise } from "../../text/terms.ts";

/** A word with a subject, as answers compare it, with its place in the text (UTF-16 offsets). */
export type ReadWord = { stem: string; start: number; end: number; token: string };

export type WordReader = {
  words(text: string): ReadWord[];
  /** The stems of its words, in order. */
  stems(text: string): string[];
};

/** Endings that inflection adds, by language; English has its own stemmer. Roots are compared as well. */
const endings: Partial<Record<Language, RegExp>> = {
  de: /(?:ern|em|en|er|es|e|n|s)$/,
  fr: /(?:ees|ee|es|ent|er|ez|e|s|x)$/,
  es: /(?:es|as|os|a|o|e|s|r)$/,
  it: /(?:[aeio]|re)$/,
  pt: /(?:es|as|os|a|o|e|s|r)$/,
  nl: /(?:en|e|n|s|t)$/,
};
const minStem = 4;

function stemOf(word: string, language: Language | null): string {
  const ending = language && endings[language];
  if (!ending) return stem(word);
  if (/\d/.test(word)) return word;
  const cut = word.replace(ending, "");
  return cut.length >= minStem ? cut : word;
}

/** Maximum words remembered. When there are more, the memory is cleared. */
const maxWords = 20_000;
/** Abbreviations that look like function words: "IT", "US". They count where the text around them is not in capitals. */
const abbreviation = /^\p{Lu}{2,4}$/u;
const maxAbbreviation = 4;
const shouted = /\p{Lu}{3,}[^\p{Ll}]*\s\p{Lu}{3,}/u;
/** "e-mail" and "e-mails" are one word, as "email" is. */
const hyphenated = /\b(e)-(?=mail)/gi;

/** "E-1034" and "E1034" are one code. */
const code = /(?<![\p{L}\p{N}-])(\p{L}{1,4})[-‐‑–](\d+\p{L}?)(?![\p{L}\p{N}-])/gu;

/** A text with its codes in one word. */
export const joinCodes = (text: string): string => text.replace(code, "$1$2");

/** "KFZ 17" is the code "KFZ-17", too. */
const spacedCode = /(?<![\p{L}\p{N}-])(\p{Lu}{1,4})\s(\d{1,4})(?![\p{L}\p{N}.,-])/gu;

/** The same with the parts of each code beside it, so that it is known by its number alone and in two words. */
const withCodes = (text: string): string =>
  text.replace(code, "$1$2 $1 $2").replace(spacedCode, "$1$2 $1 $2");

/**
 * Reads texts of a language into the stems of their words without function words. Without a language, English rules
 * apply. Remembers words, because texts repeat them and stemming is the expensive part.
 */
export function createWordReader(language: Language | null): WordReader {
  /** English has no elisions; its endings stay. */
  const splits = language !== "en";
  /** Null for function words. */
  const known = new Map<string, string | null>();
  const read = (token: string): string | null => {
    let found = known.get(token);
    if (found === undefined) {
      if (known.size >= maxWords) known.clear();
      const isFunction =
        language === null || language === "en" ? isStopWord(token) : isFunctionWord(token, language);
      found = isFunction ? null : stemOf(token, language);
      known.set(token, found);
    }
    return found;
  };
  const words = (text: string): ReadWord[] => {
    const found: ReadWord[] = [];
    let isShouted: boolean | undefined;
    for (const { text: token, start, end } of tokenise(text)) {
      for (const part of splits && token.includes("'") ? partsOf(token) : [token]) {
        let word = read(part);
        if (word === null && end - start <= maxAbbreviation && abbreviation.test(text.slice(start, end))) {
          isShouted ??= shouted.test(text);
          if (!isShouted) word = text.slice(start, end);
        }
        if (word !== null) found.push({ stem: word, start, end, token: part });
      }
    }
    return found;
  };
  return {
    words,
    // Joined for its stems only: the places of words are those of the text as it stands.
    stems: (text) => words(withCodes(text.replace(hyphenated, "$1"))).map(({ stem }) => stem),
  };
}
