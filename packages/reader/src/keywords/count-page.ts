import { type KnownWords, type Word, type WordRun, wordRuns } from "./page-words.ts";

/** How often a page has a word or phrase, and how it is written. */
export type TermCount = { text: string; words: number; count: number; inTitle: boolean };

/** The terms of a page that may be keywords, by their lowercase form. */
export type PageCount = Map<string, TermCount>;

/** What comes once is chance, unless it is in a heading. */
const minCount = 2;
const maxPhrases = 20_000;

export type PageText = { text: string; isTitle: boolean };

/**
 * Counts the words of a page (each page of a document has its own number from 1) that come again or are in a
 * title, and the phrases of two and three such words side by side. `total` is the number of words that say something.
 */
export function countPage(
  page: number,
  texts: Iterable<PageText>,
  known: KnownWords,
): { terms: PageCount; total: number } {
  const words: Word[] = [];
  const runs: { run: WordRun; isTitle: boolean }[] = [];
  let total = 0;
  for (const { text, isTitle } of texts) {
    for (const run of wordRuns(text, known)) {
      runs.push({ run, isTitle });
      for (const word of run) {
        if (word === null) continue;
        total += 1;
        if (word.page !== page) {
          word.page = page;
          word.count = 0;
          word.inTitle = false;
          words.push(word);
        }
        word.count += 1;
        word.inTitle ||= isTitle;
      }
    }
  }
  const terms: PageCount = new Map();
  for (const word of words) {
    const { key, text, count, inTitle } = word;
    if (isTelling(word)) terms.set(key, { text, words: 1, count, inTitle });
  }
  const phrases: PageCount = new Map();
  if (terms.size > 1) for (const { run, isTitle } of runs) addPhrases(phrases, run, isTitle);
  for (const [key, phrase] of phrases) if (isTelling(phrase)) terms.set(key, phrase);
  return { terms, total };
}

const isTelling = ({ count, inTitle }: Pick<TermCount, "count" | "inTitle">): boolean =>
  inTitle || count >= minCount;

/** A phrase that comes twice is made of words that come twice. */
function addPhrases(phrases: PageCount, run: WordRun, isTitle: boolean): void {
  for (let from = 0; from + 1 < run.length; from += 1) {
    const [first, second, third] = [run[from], run[from + 1], run[from + 2]];
    if (!first || !second || !isTelling(first) || !isTelling(second)) continue;
    addPhrase(phrases, [first, second], isTitle);
    if (third && isTelling(third)) addPhrase(phrases, [first, second, third], isTitle);
  }
}

function addPhrase(phrases: PageCount, parts: Word[], isTitle: boolean): void {
  const key = parts.map((word) => word.key).join(" ");
  const known = phrases.get(key);
  if (known) {
    known.count += 1;
    known.inTitle ||= isTitle;
  } else if (phrases.size < maxPhrases) {
    const text = parts.map((word) => word.text).join(" ");
    phrases.set(key, { text, words: parts.length, count: 1, inTitle: isTitle });
  }
}
