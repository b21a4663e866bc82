/** What a test looks at in a request to `/v1/rerank`, the form that Cohere, Jina, vLLM and llama.cpp share. */
export type RerankRequest = { model: string; query: string; documents: string[]; top_n?: number };

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

/** The share of the query's words that a text has. */
export function sharedWords(query: string, text: string): number {
  const [asked, there] = [wordsOf(query), wordsOf(text)];
  return asked.size === 0 ? 0 : [...asked].filter((word) => there.has(word)).length / asked.size;
}

/** Best first, as all of these servers answer. */
export function ranking(
  { model, query, documents, top_n = documents.length }: RerankRequest,
  scoreOf: (query: string, text: string) => number,
) {
  const results = documents
    .map((text, index) => ({ index, relevance_score: scoreOf(query, text) }))
    .sort((one, other) => other.relevance_score - one.relevance_score)
    .slice(0, top_n);
  return { id: "rerank-1", model, results, usage: { total_tokens: documents.length * 10 } };
}
