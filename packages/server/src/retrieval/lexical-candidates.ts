import type { CandidateSource } from "./candidate-source.ts";
import type { ChunkIndex } from "./chunk-index.ts";
import { rank } from "./rank.ts";
import { queryTerms } from "./search-terms.ts";

type Index = Pick<ChunkIndex, "search">;

/** Finds chunks by their words: BM25 from the index, then the closer look of `rank` at the terms of its hits. */
export const createLexicalCandidates = (index: Index): CandidateSource => ({
  async search(query, { projectId, fileIds }, limit, signal) {
    const terms = queryTerms(query);
    if (terms.length === 0) return [];
    const hits = await index.search(projectId, { terms, limit, fileIds });
    signal.throwIfAborted();
    return rank(hits, terms).map(({ hit, score }) => ({ chunkId: hit.chunkId, score }));
  },
});
