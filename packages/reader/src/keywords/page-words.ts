import { functionWords } from "./function-words.ts";

/** A word of a document, and what the page that is being counted has of it. */
export type Word = {
  /** Lowercase. */
  key: string;
  /** As it is written, with the fewest capitals: the others come from headings and the beginnings of sentences. */
  text: string;
  page: number;
  count: number;
  inTitle: boolean;
};

/** A run of words between two marks of punctuation; null where a word says nothing of the subject. */
export type WordRun = (Word | null)[];

const minLetters = 3;
/** Longer ones are addresses, hashes and words that were run together. */
const maxLetters = 32;

const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;
/** A word, or a mark that ends a run. */
const token = /[\p{L}\p{M}\p{N}]+(?:[-’'·][\p{L}\p{M}\p{N}]+)*|[^\p{L}\p{M}\p{N}\s]/gu;
/** The same for Latin, Greek and Cyrillic letters, in half the time: the engine is slow with properties of Unicode. */
const plainToken =
  /[A-Za-z0-9\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02c1\u0370-\u037d\u0386\u0388-\u0481\u0483-\u052f]+(?:[-’'·][A-Za-z0-9\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02c1\u0370-\u037d\u0386\u0388-\u0481\u0483-\u052f]+)*|[^\s]/g;
const beyondPlain = /[\u0300-\u036f\u0530-\u1fff\u2c00-\uffff]/;
const isWord = /^\p{L}/u;

/** The words of a document by the ways in which they are written: each way is judged once. */
export type KnownWords = Map<string, Word | null | "mark">;

const maxKnown = 100_000;

/** Cuts text into runs of words, as they are written. */
export function wordRuns(text: string, known: KnownWords): WordRun[] {
  const runs: WordRun[] = [];
  let run: WordRun = [];
  const end = () => {
    if (run.some((word) => word !== null)) runs.push(run);
    run = [];
  };
  const isPlain = !beyondPlain.test(text);
  for (const found of text.match(isPlain ? plainToken : token) ?? []) {
    if (!isPlain && spaceless.test(found)) {
      end();
      // Such a script has no spaces: the words are found by dictionary, and each stands alone.
      for (const word of segments(found)) runs.push([wordOf(word, known)]);
      continue;
    }
    // Null is an answer.
    const judged = known.get(found);
    const word = judged === undefined ? judge(found, known) : judged;
    if (word === "mark") end();
    else run.push(word);
  }
  end();
  return runs;
}

function judge(found: string, known: KnownWords): Word | null | "mark" {
  if (isWord.test(found) && isTelling(found)) return wordOf(found, known);
  const judged = isWord.test(found) || /^\d/.test(found) ? null : "mark";
  if (known.size < maxKnown) known.set(found, judged);
  return judged;
}

function wordOf(text: string, known: KnownWords): Word {
  const key = text.toLowerCase();
  // Not under the lowercase form itself, which may come later and is the better way to write it.
  const same = known.get(`=${key}`);
  const word: Word =
    typeof same === "object" && same !== null ? same : { key, text, page: 0, count: 0, inTitle: false };
  if (text !== word.text && capitals(text) < capitals(word.text)) word.text = text;
  if (known.size < maxKnown) known.set(text, word).set(`=${key}`, word);
  return word;
}

const capitals = (text: string): number => text.match(/\p{Lu}/gu)?.length ?? 0;

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
