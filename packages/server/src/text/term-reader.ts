import { stem } from "./stem.ts";
import { isStopWord, tokenise } from "./terms.ts";

/** Reads texts into terms as `termsOf` does. */
export type TermReader = (text: string) => string[];

/** Maximum words remembered. When there are more, the memory is cleared. */
const maxWords = 20_000;

/**
 * Creates a reader that remembers the terms of words it has read. Texts repeat their words, and stemming is the
 * expensive part.
 */
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
