import { wordRuns } from "./page-words.ts";

/** How often a page has a word or phrase, and how it is written. */
export type TermCount = { text: string; words: number; count: number; inTitle: boolean };

/** By the lowercase term. */
export type PageCount = Map<string, TermCount>;

const maxPhraseWords = 3;
/** Past this, only terms that the page already has are counted: memory stays bounded on pages of noise. */
const maxTerms = 20_000;

/** Adds the terms of a text: each word, and phrases of two and three words that stand side by side. */
export function countPage(counts: PageCount, text: string, isTitle: boolean): void {
  for (const run of wordRuns(text)) {
    for (let from = 0; from < run.length; from += 1) {
      let phrase = "";
      for (let words = 1; words <= maxPhraseWords; words += 1) {
        const word = run[from + words - 1];
        if (word == null) break;
        phrase = phrase === "" ? word : `${phrase} ${word}`;
        addTerm(counts, phrase, words, isTitle);
      }
    }
  }
}

function addTerm(counts: PageCount, text: string, words: number, isTitle: boolean): void {
  const key = text.toLowerCase();
  const known = counts.get(key);
  if (!known) {
    if (counts.size < maxTerms) counts.set(key, { text, words, count: 1, inTitle: isTitle });
    return;
  }
  known.count += 1;
  known.inTitle ||= isTitle;
  // The way with the fewest capitals: the others come from headings and the beginnings of sentences.
  if (text !== known.text && capitals(text) < capitals(known.text)) known.text = text;
}

const capitals = (text: string): number => text.match(/\p{Lu}/gu)?.length ?? 0;
