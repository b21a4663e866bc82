import { stem } from "./stem.ts";

/** Distinct words that are kept: more than a book has. */
const maxWords = 20_000;

/** A stemmer for many texts, which stems each word of them once: texts repeat most of their words. */
export function createRememberingStemmer(): (word: string) => string {
  const stems = new Map<string, string>();
  return (word) => {
    const known = stems.get(word);
    if (known !== undefined) return known;
    const found = stem(word);
    if (stems.size < maxWords) stems.set(word, found);
    return found;
  };
}
