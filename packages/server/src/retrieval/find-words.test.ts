import fc from "fast-check";
import { expect, test } from "vitest";
import { stem } from "../text/stem.ts";
import { isStopWord, termsOf, tokenise } from "../text/terms.ts";
import { createFindWords } from "./find-words.ts";

const wordsOf = (text: string, query: string) =>
  createFindWords(new Set(termsOf(query)))(text).map(({ term, start }) => [start, term]);

/** Each word of a text, read. */
const allWords = (text: string, query: string) =>
  tokenise(text).flatMap(({ text: word, start }) =>
    !isStopWord(word) && termsOf(query).includes(stem(word)) ? [[start, stem(word)]] : [],
  );

test.each([
  ["dying of thirst", "He died. She is dying: die, dyes."],
  ["pump's valves", "The pump's valve isn't one of the valves' seats, ‘valve’."],
  ["don't tread", "Don't tread; t-shirts, 3treads, tread3."],
  ["1234 pumps", "1,234 pumps, 12,345 pumps and 1234.5"],
  ["pump 345 of 2024", "345 pumps, 12,345 pumps, 345b, x345, 345.5, pump2024 2024"],
  ["E40", "E40, e40s, 40, an E-40"],
  ["x ray", "An x-ray, X, xs."],
  ["Zürich", "In Zurich and Zürich"],
])("finds the words of %j", (query, text) => {
  expect(wordsOf(text, query)).toEqual(allWords(text, query));
  expect(wordsOf(text, query).length).toBeGreaterThan(0);
});

test("finds in any text what reading each word finds", () => {
  const piece = fc.constantFrom(
    ..."a1 1 345 pump pumps dying die y's it's 1,234 12.5 valve's Valve x a'b 'tis t Zürich pumpe9 9pump – “ … € - . , ' ’ \n".split(
      " ",
    ),
    " ",
  );
  fc.assert(
    fc.property(fc.array(piece), fc.array(piece, { minLength: 1, maxLength: 3 }), (text, query) => {
      const [read, asked] = [text.join(""), query.join(" ")];
      expect(wordsOf(read, asked)).toEqual(allWords(read, asked));
    }),
  );
});
