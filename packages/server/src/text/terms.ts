import { languageWords, listed } from "./languages.ts";
import { stem } from "./stem.ts";

/** A word of a text, folded for comparison, with its place in the text (UTF-16 offsets). */
export type Token = { text: string; start: number; end: number };

const letters = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ø", "o"],
  ["đ", "d"],
  ["ð", "d"],
  ["þ", "th"],
  ["ł", "l"],
  ["ı", "i"],
  ["’", "'"],
]);
/** Combining accents, Hebrew points, Arabic vowel signs and the tatweel. Writers may leave them out. */
const marks =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g;
/** Matches words in which only the case is folded. These are most words of most texts. */
const ascii = /^[ -~]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII has them
const asciiText = /^[\x00-\x7f]*$/;
const unfoldable = /[ßæœøđðþłı’]/g;

/** Lowercase, without accents, compatibility forms resolved: "Ångström" → "angstrom", "ﬁ" → "fi". */
export const foldAccents = (text: string): string =>
  ascii.test(text)
    ? text.toLowerCase()
    : text
        .normalize("NFKD")
        .toLowerCase()
        .replace(marks, "")
        .normalize("NFKC")
        .replace(unfoldable, (letter) => letters.get(letter) ?? letter);

const cjk = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}";
const word = new RegExp(
  [
    `[${cjk}ー々]+`,
    "\\d+(?:[.,]\\d+)*(?![\\p{L}\\p{N}])",
    `(?:(?![${cjk}])[\\p{L}\\p{N}\\p{M}])+(?:['’](?:(?![${cjk}])[\\p{L}\\p{M}])+)*`,
  ].join("|"),
  "gu",
);
const unspaced = new RegExp(`^[${cjk}]`, "u");
/** The same as `word` for texts that are all ASCII, in a quarter of the time. */
const asciiWord = /\d+(?:[.,]\d+)*(?![A-Za-z0-9])|[A-Za-z0-9]+(?:'[A-Za-z]+)*/g;

/** Removes thousands separators, so that 1,234 and 1234 are the same word. */
const plainNumber = (text: string): string =>
  /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replaceAll(",", "") : text;

function bigrams(text: string, start: number): Token[] {
  const characters = [...text];
  if (characters.length === 1) return [{ text: foldAccents(text), start, end: start + text.length }];
  let offset = start;
  return characters.slice(0, -1).map((character, index) => {
    const next = characters[index + 1] ?? "";
    const token = {
      text: foldAccents(character + next),
      start: offset,
      end: offset + character.length + next.length,
    };
    offset += character.length;
    return token;
  });
}

/**
 * Splits a text into folded words and numbers, in order. Scripts written without spaces (Chinese, Japanese, Thai) are
 * split into overlapping pairs of characters.
 */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  const plain = asciiText.test(text);
  for (const match of text.matchAll(plain ? asciiWord : word)) {
    const [found] = match;
    const start = match.index;
    if (!plain && unspaced.test(found)) tokens.push(...bigrams(found, start));
    else tokens.push({ text: foldWord(found), start, end: start + found.length });
  }
  return tokens;
}

/** A word or a number as texts have it, folded. */
export const foldWord = (found: string): string => plainNumber(foldAccents(found)).replace(/'s?$/, "");

const englishStopWords = new Set(listed(languageWords.en.stopWords));

/**
 * Stop words: words that carry no subject, such as articles, prepositions, pronouns, auxiliaries and question words
 * (English).
 */
export const isStopWord = (token: string): boolean => englishStopWords.has(token);

/** The stemmed words of a text in order, without stop words. Searches compare these. */
export const termsOf = (text: string, stemOf: (word: string) => string = stem): string[] =>
  tokenise(text)
    .filter((token) => !isStopWord(token.text))
    .map((token) => stemOf(token.text));
