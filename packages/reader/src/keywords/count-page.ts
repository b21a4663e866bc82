import { type WordRun, wordRuns } from "./page-words.ts";

/** How often a page has a word or phrase, and how it is written. */
export type TermCount = { text: string; words: number; count: number; inTitle: boolean };

/** The terms of a page that may be keywords, by their lowercase form. */
export type PageCount = Map<string, TermCount>;

const maxPhraseWords = 3;
/** Past this, only terms that the page already has are counted: memory stays bounded on pages of noise. */
const maxTerms = 20_000;
/** What comes once is chance, unless it is in a heading. */
const minCount = 2;

export type PageText = { text: string; isTitle: boolean };

/**
 * Counts the words of a page that come again or stand in a title, and the phrases of two and three such words side by
 * side. `total` is the number of words that could have been counted.
 */
export function countPage(texts: Iterable<PageText>): { terms: PageCount; total: number } {
  const words: PageCount = new Map();
  const runs: { run: WordRun; isTitle: boolean }[] = [];
  let total = 0;
  for (const { text, isTitle } of texts) {
    for (const run of wordRuns(text)) {
      runs.push({ run, isTitle });
      for (const word of run) {
        if (word === null) continue;
        total += 1;
        addTerm(words, word, 1, isTitle);
      }
    }
  }
  const terms: PageCount = new Map();
  for (const [key, term] of words) if (isTelling(term)) terms.set(key, term);
  if (terms.size > 0) for (const { run, isTitle } of runs) addPhrases(terms, run, isTitle);
  for (const [key, term] of terms) if (!isTelling(term)) terms.delete(key);
  return { terms, total };
}

const isTelling = ({ count, inTitle }: TermCount): boolean => inTitle || count >= minCount;

/** A phrase that comes twice is made of words that come twice. */
function addPhrases(terms: PageCount, run: WordRun, isTitle: boolean): void {
  for (let from = 0; from + 1 < run.length; from += 1) {
    let phrase = "";
    for (let words = 1; words <= maxPhraseWords; words += 1) {
      const word = run[from + words - 1];
      if (word == null || !terms.has(word.toLowerCase())) break;
      phrase = words === 1 ? word : `${phrase} ${word}`;
      if (words > 1) addTerm(terms, phrase, words, isTitle);
    }
  }
}

function addTerm(terms: PageCount, text: string, words: number, isTitle: boolean): void {
  const key = text.toLowerCase();
  const known = terms.get(key);
  if (!known) {
    if (terms.size < maxTerms) terms.set(key, { text, words, count: 1, inTitle: isTitle });
    return;
  }
  known.count += 1;
  known.inTitle ||= isTitle;
  // The way with the fewest capitals: the others come from headings and the beginnings of sentences.
  if (known.text !== key && text !== known.text && capitals(text) < capitals(known.text)) known.text = text;
}

const capitals = (text: string): number => text.match(/\p{Lu}/gu)?.length ?? 0;
