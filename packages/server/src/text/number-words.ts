import { languageWords, listed } from "./languages.ts";
import { foldAccents } from "./terms.ts";

const values = new Map(
  Object.values(languageWords).flatMap(({ numbers }) =>
    Object.entries(numbers).flatMap(([value, spellings]) =>
      listed(spellings).map((word) => [word, Number(value)] as const),
    ),
  ),
);

/** A number that is written as a word, with the word and its place in the text (UTF-16 offsets). */
export type NumberWord = { value: number; text: string; start: number; end: number };

/** The number words of a text in order. "one" and its like are articles in most languages; use them with care. */
export const numberWordsIn = (text: string): NumberWord[] =>
  [...text.matchAll(/\p{L}+/gu)].flatMap(({ 0: word, index }) => {
    const value = values.get(foldAccents(word));
    return value === undefined ? [] : [{ value, text: word, start: index, end: index + word.length }];
  });
