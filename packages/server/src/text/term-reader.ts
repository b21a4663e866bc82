import { stem } from "./stem.ts";
import { isStopWord, tokenise } from "./terms.ts";

/** Reads texts into terms as `termsOf` does. */
export type TermReader = (text: string) => string[];

/** Words remembered; when there are more, remembering starts over. */
const maxWords = 20_000;

/** A reader that remembers the terms of the words it met: texts repeat their words, and stemming is what costs. */
export function createTermReader(): TermReader {
  /** Null for stop words. */
  const termOf = new Map<string, string | null>();
  return (text) => {
    const terms: string[] = [];
    for (const { text: word } of tokenise(text)) {
      let term = termOf.get(word);
      if (term === undefined) {
        if (termOf.size >= maxWords) termOf.clear();
        term = isStopWord(word) ? null : stem(word);
        termOf.set(word, term);
      }
      if (term !== null) terms.push(term);
    }
    return terms;
  };
}
