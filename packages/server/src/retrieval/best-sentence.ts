import { type Span, splitSentences } from "../text/sentences.ts";
import { isStopWord, termsOf } from "../text/terms.ts";
import { createFindWords } from "./find-words.ts";

export type SentencePlace = {
  /** Index of the text that holds it. */
  index: number;
  /** In that text. */
  span: Span;
};

type Telling = { span: Span; terms: ReadonlySet<string> };

type Candidate = SentencePlace & { terms: ReadonlySet<string>; isTitle: boolean };

/** A title that says as much as a sentence gives way to it: a reader opens a passage for what it says. */
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
  const wordsIn = createFindWords(wanted);
  const read = new Map<string, Telling[]>();
  /** The sentences of a text that hold a word of the query. */
  const readText = (text: string): Telling[] => {
    const known = read.get(text);
    if (known) return known;
    const words = wordsIn(text);
    const spans = words.length === 0 ? [] : splitSentences(text);
    const telling = spans.flatMap((span): Telling[] => {
      const own = words.filter(({ start }) => start >= span.start && start < span.end);
      if (own.length === 0) return [];
      const terms = new Set(own.map(({ term }) => term));
      return [{ span, terms }];
    });
    read.set(text, telling);
    return telling;
  };
  return (passage, texts) => {
    let held: string | undefined;
    const holds = (sentence: string): boolean => {
      held ??= plain(passage);
      return held.includes(sentence);
    };
    const candidates = texts.flatMap(({ text, isTitle }, index): Candidate[] => {
      const telling = readText(text);
      // Most passages hold their texts as they are.
      const isWhole = telling.length > 0 && passage.includes(text);
      return telling
        .filter(({ span }) => isWhole || holds(plain(text.slice(span.start, span.end))))
        .map(({ span, terms }) => ({ index, span, terms, isTitle }));
    });
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

const plain = (text: string): string => (/\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, " ") : text).trim();
