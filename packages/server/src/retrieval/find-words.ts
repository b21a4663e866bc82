import { stem } from "../text/stem.ts";
import { foldWord, isStopWord, tokenise } from "../text/terms.ts";

/** A word of a text with the term that it is a form of; `start` in UTF-16 units. */
type FoundWord = { term: string; start: number };

/** ASCII, and signs that belong to no word. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII has them
const ascii = /^[\x00-\x7f–—“”„…•€°§×]*$/;

/**
 * Finds the words of texts whose stems are wanted. Most words of a text begin otherwise than each of these, and need no reading:
 * a word and its stem have the same first two letters, but for i and y ("dying", "die").
 */
export function createFindWords(wanted: ReadonlySet<string>): (text: string) => FoundWord[] {
  const beginnings = new Set(Array.from(wanted, beginningOf));
  const known = new Map<string, string | null>();
  const termOf = (word: string): string | null => {
    let term = known.get(word);
    if (term === undefined) {
      const stemmed = beginnings.has(beginningOf(word)) && !isStopWord(word) ? stem(word) : "";
      term = wanted.has(stemmed) ? stemmed : null;
      known.set(word, term);
    }
    return term;
  };
  const near = nearWords(beginnings);
  const found = (word: string, start: number): FoundWord[] => {
    const term = termOf(word);
    return term === null ? [] : [{ term, start }];
  };
  return (text) =>
    near && ascii.test(text)
      ? Array.from(text.matchAll(near)).flatMap(({ 0: word, index }) => found(foldWord(word), index))
      : tokenise(text).flatMap(({ text: word, start }) => found(word, start));
}

const beginningOf = (word: string): string => word.slice(0, 2).replaceAll("y", "i");

/** As `tokenise` reads a number: from its beginning, so that "345" is not found in "12,345". */
const numbers = "(?<![a-z0-9])(?:\\d+(?:[.,]\\d+)*(?![a-z0-9])|\\d[a-z0-9]*(?:'[a-z]+)*)";

/** Words of ASCII texts with one of these beginnings, and all numbers where one is wanted. Undefined for other scripts. */
function nearWords(beginnings: ReadonlySet<string>): RegExp | undefined {
  const all = [...beginnings];
  if (!all.every((each) => /^[a-z0-9.,]{1,2}$/.test(each))) return undefined;
  const patterns = all
    .filter((each) => /^[a-z]/.test(each))
    .map((each) => each.replaceAll("i", "[iy]") + (each.length < 2 ? "\\b" : ""));
  const words = `(?<![a-z0-9]|[a-z][a-z0-9]*')(?:${patterns.join("|") || "(?!)"})[a-z0-9]*(?:'[a-z]+)*`;
  return new RegExp(patterns.length < all.length ? `${words}|${numbers}` : words, "gi");
}
