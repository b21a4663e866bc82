import { functionWords } from "./function-words.ts";

/** A run of words between two marks of punctuation; null where a word says nothing of the subject. */
export type WordRun = (string | null)[];

const minLetters = 3;
/** Longer ones are addresses, hashes and words that were run together. */
const maxLetters = 32;

const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;
const hasOtherLetters = /[\u0e00-\u{fffff}]/u;
/** A word, or a mark that ends a run. */
const token = /[\p{L}\p{M}\p{N}]+(?:[-’'·][\p{L}\p{M}\p{N}]+)*|[^\p{L}\p{M}\p{N}\s]/gu;
const isWord = /^\p{L}/u;

/** Cuts text into runs of words, as they are written. */
export function wordRuns(text: string): WordRun[] {
  const runs: WordRun[] = [];
  let run: WordRun = [];
  const end = () => {
    if (run.some((word) => word !== null)) runs.push(run);
    run = [];
  };
  for (const [found] of text.matchAll(token)) {
    if (hasOtherLetters.test(found) && spaceless.test(found)) {
      end();
      // Such a script has no spaces: the words are found by dictionary, and each stands alone.
      for (const word of segments(found)) runs.push([word]);
    } else if (isWord.test(found)) run.push(isTelling(found) ? found : null);
    else if (/^\d/.test(found)) run.push(null);
    else end();
  }
  end();
  return runs;
}

function isTelling(word: string): boolean {
  if (word.length < minLetters || word.length > maxLetters) return false;
  const lower = word.toLowerCase();
  if (functionWords.has(lower)) return false;
  // "l'eau", "dell'acqua": the article goes by its own list, the noun stays.
  return !(/[’']/.test(lower) && /^\p{L}{1,2}[’']/u.test(lower));
}

let segmenter: Intl.Segmenter | undefined;

function* segments(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter("ja", { granularity: "word" });
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    // One character alone is a particle more often than a subject.
    if (isWordLike && [...segment].length >= 2 && !/^\p{Script=Hiragana}+$/u.test(segment)) yield segment;
  }
}
