import type { ChunkStore } from "../chunks/chunk-store.ts";
import type { CandidateSource } from "./candidate-source.ts";
import { collapseCopies } from "./collapse-copies.ts";
import { hydrate } from "./hydrate.ts";
import { comparedHits, namesYear, preferNamedYear } from "./prefer-named-year.ts";
import { type Rerank, rerankedChunks } from "./rerank.ts";
import type { RetrievalQuery, Retrieve, RetrievedChunk } from "./retrieved-chunk.ts";
import { addSecondHop } from "./two-hop.ts";

/** Candidates for one answer. More than these change the first ten hardly at all, and each takes time to fetch. */
const minCandidates = 30;
const candidatesPerResult = 3;
/** When too many of them turn out to be gone, this many times as many, and how often. */
const refillFactor = 4;
const maxRefills = 2;

/**
 * Candidates, then the chunks they stand for; where some are gone from the store, more candidates make up for them. Then,
 * with a model for it, a closer look at the best; then, when asked for, a second hop from these.
 */
export function createRetrieve(deps: {
  candidates: CandidateSource;
  chunks: Pick<ChunkStore, "findActive">;
  rerank?: Rerank | undefined;
}): Retrieve {
  async function search({ projectId, text, fileIds, topK }: RetrievalQuery, signal: AbortSignal) {
    let found: RetrievedChunk[] = [];
    let limit = Math.max(minCandidates, topK * candidatesPerResult);
    for (let refill = 0; refill <= maxRefills; refill++, limit *= refillFactor) {
      const candidates = await deps.candidates.search(text, { projectId, fileIds }, limit, signal);
      signal.throwIfAborted();
      found = await hydrate(deps.chunks, projectId, candidates, topK);
      if (found.length >= topK || candidates.length < limit) break;
    }
    return found;
  }

  return async (query, signal) => {
    const { text, fileIds, topK, hops = 1 } = query;
    if (fileIds?.length === 0) return [];
    const isOfYear = namesYear(text);
    const wanted = Math.max(topK, deps.rerank ? rerankedChunks : 0, isOfYear ? comparedHits : 0);
    const found = await search({ ...query, topK: wanted }, signal);
    const hits = isOfYear ? preferNamedYear(text, found) : found;
    const first = deps.rerank ? await deps.rerank(text, hits, signal) : hits;
    if (hops === 1) return first.slice(0, topK);
    const searchOn = (next: string, limit: number) => search({ ...query, text: next, topK: limit }, signal);
    const joined = await addSecondHop(text, first, { search: searchOn });
    // What joins nothing stays as it is, and its copies are collapsed already.
    return (joined === first ? first : collapseCopies(joined)).slice(0, topK);
  };
}
