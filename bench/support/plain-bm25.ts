import { termsOf } from "../../packages/server/src/text/terms.ts";

export type Passage = { documentId: string; title: string; text: string };
/** The documents for a query, ordered by their best passage, best first. */
export type Search = (query: string, passages: number) => string[] | Promise<string[]>;

export type Bm25Options = {
  k1: number;
  b: number;
  /** Adds terms of the first hits to the query (RM3, with the usual 10 documents, 10 terms and half the weight). */
  expand?: boolean;
};

const feedbackPassages = 10;
const feedbackTerms = 10;
const originalShare = 0.5;

type Weights = Map<string, number>;

const counted = (terms: string[]): Weights => {
  const counts: Weights = new Map();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
};

/** BM25 as textbooks and Lucene have it: repeated words of the query count as often, with our stems and stop words. */
export function createPlainBm25(passages: Passage[], { k1, b, expand = false }: Bm25Options): Search {
  const texts = passages.map(({ title, text }) => termsOf(`${title}\n${text}`));
  const averageLength = texts.reduce((sum, terms) => sum + terms.length, 0) / texts.length;
  const postings = new Map<string, [passage: number, count: number][]>();
  for (const [passage, terms] of texts.entries()) {
    for (const [term, count] of counted(terms)) {
      const list = postings.get(term) ?? [];
      if (list.length === 0) postings.set(term, list);
      list.push([passage, count]);
    }
  }

  const ranked = (query: Weights): [passage: number, score: number][] => {
    const scores = new Map<number, number>();
    for (const [term, weight] of query) {
      const list = postings.get(term) ?? [];
      const rarity = Math.log(1 + (texts.length - list.length + 0.5) / (list.length + 0.5));
      for (const [passage, count] of list) {
        const normalised = k1 * (1 - b + (b * (texts[passage]?.length ?? 0)) / averageLength);
        const value = (weight * rarity * count * (k1 + 1)) / (count + normalised);
        scores.set(passage, (scores.get(passage) ?? 0) + value);
      }
    }
    return [...scores].sort((one, other) => other[1] - one[1] || one[0] - other[0]);
  };

  const expanded = (query: Weights): Weights => {
    const hits = ranked(query).slice(0, feedbackPassages);
    const model: Weights = new Map();
    for (const [passage, score] of hits) {
      const terms = texts[passage] ?? [];
      for (const [term, count] of counted(terms))
        model.set(term, (model.get(term) ?? 0) + (score * count) / terms.length);
    }
    const best = [...model].sort((one, other) => other[1] - one[1]).slice(0, feedbackTerms);
    const modelSum = best.reduce((sum, [, weight]) => sum + weight, 0) || 1;
    const querySum = [...query.values()].reduce((sum, weight) => sum + weight, 0) || 1;
    const mixed: Weights = new Map();
    for (const [term, weight] of query) mixed.set(term, (originalShare * weight) / querySum);
    for (const [term, weight] of best)
      mixed.set(term, (mixed.get(term) ?? 0) + ((1 - originalShare) * weight) / modelSum);
    return mixed;
  };

  return (text, limit) => {
    const query = counted(termsOf(text));
    return ranked(expand ? expanded(query) : query)
      .slice(0, limit)
      .map(([passage]) => passages[passage]?.documentId ?? "");
  };
}
