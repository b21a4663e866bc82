import { type Span, splitSentences } from "../text/sentences.ts";
import { stem } from "../text/stem.ts";
import { isStopWord, termsOf, tokenise } from "../text/terms.ts";

export type SentencePlace = {
  /** Index of the text that holds it. */
  index: number;
  /** In that text. */
  span: Span;
};

type Candidate = SentencePlace & { terms: ReadonlySet<string>; isTitle: boolean };

/** A title that says as much as a sentence gives way to it: whoever opens a passage wants to read what it says. */
const titleShare = 0.8;

/**
 * The sentence of a passage that says most of a query: the sum of the query's words that it holds, each worth more the
 * fewer sentences hold it. Only what stands in `passage` counts, as an element may be longer than its passage. Undefined
 * when no sentence holds a word of the query.
 */
export function bestSentence(
  query: string,
  passage: string,
  texts: readonly { text: string; isTitle: boolean }[],
): SentencePlace | undefined {
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
  const held = plain(passage);
  const candidates = texts.flatMap(({ text, isTitle }, index) =>
    splitSentences(text).flatMap((span): Candidate[] => {
      const sentence = text.slice(span.start, span.end);
      if (!held.includes(plain(sentence))) return [];
      const terms = new Set(termsIn(sentence));
      return terms.size === 0 ? [] : [{ index, span, terms, isTitle }];
    }),
  );
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
