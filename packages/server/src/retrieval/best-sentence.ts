import { type Span, splitSentences } from "../text/sentences.ts";
import { stem } from "../text/stem.ts";
import { isStopWord, termsOf, tokenise } from "../text/terms.ts";

export type SentencePlace = {
  /** Index of the text that holds it. */
  index: number;
  /** In that text. */
  span: Span;
};

type Telling = { span: Span; terms: ReadonlySet<string>; plain: string };

type Candidate = SentencePlace & { terms: ReadonlySet<string>; isTitle: boolean };

/** A title that says as much as a sentence gives way to it: whoever opens a passage wants to read what it says. */
const titleShare = 0.8;

/** Finds it in a passage that was made of these texts; undefined when no sentence holds a word of the query. */
export type BestSentence = (
  passage: string,
  texts: readonly { text: string; isTitle: boolean }[],
) => SentencePlace | undefined;

/**
 * Finds the sentence of a passage that says most of a query: the sum of the query's words that it holds, each worth more the
 * fewer sentences hold it. Only what is in the passage counts, as an element may be longer than its passage. Each text is read
 * once, for all passages that were made of it.
 */
export function createBestSentence(query: string): BestSentence {
  const all = termsOf(query);
  const strong = all.filter((term) => !isStopWord(term));
  const wanted = new Set(strong.length > 0 ? strong : all);
  const beginnings = new Set([...wanted].map(beginningOf));
  const termsIn = (sentence: string) =>
    tokenise(sentence).flatMap(({ text }) => {
      if (!beginnings.has(beginningOf(text)) || isStopWord(text)) return [];
      const term = stem(text);
      return wanted.has(term) ? [term] : [];
    });
  const read = new Map<string, Telling[]>();
  /** The sentences of a text that hold a word of the query. */
  const tellingIn = (text: string): Telling[] => {
    const known = read.get(text);
    if (known) return known;
    const found = splitSentences(text).flatMap((span): Telling[] => {
      const sentence = text.slice(span.start, span.end);
      const terms = new Set(termsIn(sentence));
      return terms.size === 0 ? [] : [{ span, terms, plain: plain(sentence) }];
    });
    read.set(text, found);
    return found;
  };
  return (passage, texts) => {
    const held = plain(passage);
    const candidates = texts.flatMap(({ text, isTitle }, index): Candidate[] =>
      tellingIn(text)
        .filter((sentence) => held.includes(sentence.plain))
        .map(({ span, terms }) => ({ index, span, terms, isTitle })),
    );
    return bestOf(candidates, wanted);
  };
}

function bestOf(candidates: Candidate[], wanted: ReadonlySet<string>): SentencePlace | undefined {
  const worth = new Map(
    [...wanted].map((term) => {
      const holding = candidates.filter(({ terms }) => terms.has(term)).length;
      return [term, Math.log(1 + candidates.length / Math.max(1, holding))];
    }),
  );
  const scoreOf = ({ terms, isTitle }: Candidate) =>
    [...terms].reduce((sum, term) => sum + (worth.get(term) ?? 0), 0) * (isTitle ? titleShare : 1);
  const [best] = candidates
    .map((candidate) => ({ candidate, score: scoreOf(candidate) }))
    .sort((one, other) => other.score - one.score);
  return best && { index: best.candidate.index, span: best.candidate.span };
}

/**
 * The first two letters, with i for y. A word and its stem have the same ("dying", "die"). So a word that begins as no stem
 * of the query does needs no stemming.
 */
const beginningOf = (word: string): string => word.slice(0, 2).replaceAll("y", "i");

const plain = (text: string): string => text.replace(/\s+/g, " ").trim();
