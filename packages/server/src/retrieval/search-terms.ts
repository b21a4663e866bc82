import type { Chunk } from "../chunks/chunk.ts";
import { detectLanguage } from "../text/detect-language.ts";
import type { Language } from "../text/languages.ts";
import { createRememberingStemmer } from "../text/remembering-stemmer.ts";
import { type SearchWord, searchWords } from "../text/search-words.ts";
import { splitCompound } from "../text/split-compound.ts";
import { isStopWordOf } from "../text/stop-words.ts";
import { hashTerm, hashTerms } from "../text/term-hash.ts";

/** Longer "words" are noise of the extraction; their beginnings distinguish them well enough. */
const maxTermLength = 60;

/** Is between the terms of the title path and those of the text. No word has its hash: words have no control characters. */
export const titleEnd = hashTerm("\u0001title");
/** Is before the parts of codes and compounds. They are not neighbours of each other. */
export const partsBegin = hashTerm("\u0001parts");

type Titled = Pick<Chunk, "title" | "text">;
export type Stemmer = ReturnType<typeof createRememberingStemmer>;
type ReadChunk = { title: SearchWord[]; text: SearchWord[]; language: Language | null };

const bounded = (term: string): string => term.slice(0, maxTermLength);

/**
 * Chunks of a part of a document with what they are found by: the hashes of the terms of the title path, then of the
 * text, then of parts of words. The language is that of each chunk, and where a chunk does not show
 * it, that of the part; English when nothing shows it.
 */
export function withTerms<C extends Titled>(chunks: readonly C[]): (C & { termHashes: Uint32Array })[] {
  const read = chunks.map(({ title, text }): ReadChunk => {
    const words = { title: searchWords(title), text: searchWords(text) };
    return { ...words, language: detectLanguage(accentedWords(words.text)) };
  });
  const common = commonest(read.map(({ language }) => language)) ?? "en";
  const reader = createWordReader();
  const vocabulary = new Set<string>();
  for (const { text, language } of read) {
    if (language === "de" || language === "nl" || common === "de" || common === "nl")
      for (const word of text) vocabulary.add(word.text);
  }
  return chunks.map((chunk, at) => ({
    ...chunk,
    termHashes: hashesOf(read[at] as ReadChunk, common, reader, vocabulary),
  }));
}

/** Reads words into the hashes of their terms, each distinct word once: texts repeat most of their words. */
function createWordReader() {
  const stemOf = createRememberingStemmer();
  /** 0 for stop words. */
  const byLanguage = new Map<Language, Map<string, number>>();
  return {
    stemOf,
    /** Null for words that are skipped. */
    hashOf(word: SearchWord, language: Language): number | null {
      if (word.isAcronym || word.parts.length > 0) return hashTerm(termOf(word, language, stemOf));
      const known = byLanguage.get(language) ?? new Map<string, number>();
      if (known.size === 0) byLanguage.set(language, known);
      const written = language === "en" ? word.text : word.accented;
      let hash = known.get(written);
      if (hash === undefined) {
        hash = isSkipped(word, language) ? 0 : hashTerm(termOf(word, language, stemOf));
        known.set(written, hash);
      }
      return hash === 0 ? null : hash;
    },
  };
}

function hashesOf(
  { title, text, language }: ReadChunk,
  common: Language,
  { stemOf, hashOf }: ReturnType<typeof createWordReader>,
  vocabulary: ReadonlySet<string>,
): Uint32Array {
  const spoken = language ?? common;
  const hashes: number[] = [];
  const parts: string[] = [];
  const isWord = (part: string): boolean => vocabulary.has(part);
  const hasCompounds = spoken === "de" || spoken === "nl";
  const read = (words: SearchWord[]): void => {
    for (const word of words) {
      const hash = hashOf(word, spoken);
      if (hash === null) continue;
      hashes.push(hash);
      if (hasCompounds || word.parts.length > 0) parts.push(...partsOf(word, spoken, stemOf, isWord));
    }
  };
  read(title);
  if (hashes.length > 0) hashes.push(titleEnd);
  read(text);
  if (parts.length > 0) hashes.push(partsBegin, ...hashTerms(parts));
  return Uint32Array.from(hashes);
}

/** Stop words say nothing, unless they are written as acronyms: "IT", "US", "WHO". */
export const isSkipped = ({ text, accented, isAcronym, parts }: SearchWord, language: Language): boolean =>
  !isAcronym && parts.length === 0 && isStopWordOf(language, language === "en" ? text : accented);

/**
 * The term of a word in a text of a language. Stems of other languages than English say which one: the French stem of
 * "former" is "form", and must not be found in English forms.
 */
export function termOf({ text, accented, parts }: SearchWord, language: Language, stemOf: Stemmer): string {
  if (parts.length > 0 || !isStemmed.test(text)) return bounded(text);
  if (language === "en") return bounded(stemOf(text, language));
  return languageMark(language) + bounded(stemOf(accented, language));
}

const isStemmed = /^[\p{Script=Latin}']+$/u;

/** What the terms of a language begin with. */
export const languageMark = (language: Language): string => (language === "en" ? "" : `${language}:`);

/** The terms of what a word is made of: of "ab-1234" "ab" and "1234", of "wohnungsmiete" "de:wohnung" and "de:miet". */
export function partsOf(
  word: SearchWord,
  language: Language,
  stemOf: Stemmer,
  isWord: (part: string) => boolean,
): string[] {
  if (word.parts.length > 0) return word.parts.map((part) => termOf(part, language, stemOf));
  return (splitCompound(word.text, language, isWord) ?? []).map(
    (part) => languageMark(language) + bounded(stemOf(part, language)),
  );
}

export function* accentedWords(words: SearchWord[]): Generator<string> {
  for (const { accented, parts } of words) if (parts.length === 0) yield accented;
}

function commonest(languages: (Language | null)[]): Language | null {
  const counts = new Map<Language, number>();
  for (const language of languages) if (language) counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0] ?? null;
}
