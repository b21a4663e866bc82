import { termsOf } from "../../packages/server/src/text/terms.ts";

/** Plain BM25 over stemmed terms: gives the score of each text for a query. */
export function createBm25(texts: string[], { k1 = 1.2, b = 0.75 } = {}): (query: string) => number[] {
  const documents = texts.map((text) => termsOf(text));
  const average = documents.reduce((sum, terms) => sum + terms.length, 0) / documents.length;
  const frequency = new Map<string, number>();
  for (const terms of documents)
    for (const term of new Set(terms)) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  return (query) => {
    const wanted = [...new Set(termsOf(query))].filter((term) => frequency.has(term));
    return documents.map((terms) => {
      let score = 0;
      for (const term of wanted) {
        const tf = terms.filter((word) => word === term).length;
        const df = frequency.get(term) ?? 0;
        const idf = Math.log(1 + (documents.length - df + 0.5) / (df + 0.5));
        score += (idf * tf * (k1 + 1)) / (tf + k1 * (1 - b + (b * terms.length) / average));
      }
      return score;
    });
  };
}
