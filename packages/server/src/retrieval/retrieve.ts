import type { ChunkStore } from "../chunks/chunk-store.ts";
import { createRememberingStemmer } from "../text/remembering-stemmer.ts";
import type { CandidateSource } from "./candidate-source.ts";
import type { ChunkIndex } from "./chunk-index.ts";
import { hydrate } from "./hydrate.ts";
import { comparedHits, namesYear, preferNamedYear } from "./prefer-named-year.ts";
import { type Rerank, rerankedChunks } from "./rerank.ts";
import type { RetrievalQuery, Retrieve, RetrievedChunk } from "./retrieved-chunk.ts";
import { createSecondHop, hopDepth } from "./second-hop.ts";

/** Candidates for one answer. More than these change the first ten hardly at all, and each takes time to fetch. */
const minCandidates = 30;
const candidatesPerResult = 1.5;
/** When too many of them turn out to be gone, this many times as many, and how often. */
const refillFactor = 4;
const maxRefills = 2;
/**
 * Candidates, lifted by a second hop from the best of them, then the chunks that they stand for; where some are gone from
 * the store, more candidates make up for them. Then, with a model for it, a closer look at the best.
 */
export function createRetrieve(deps: {
  candidates: CandidateSource;
  /** What a second hop searches. Absent: there is none. */
  hopIndex?: Pick<ChunkIndex, "searchAll"> | undefined;
  chunks: Pick<ChunkStore, "findActive">;
  rerank?: Rerank | undefined;
}): Retrieve {
  const { chunks, hopIndex } = deps;
  const hop = hopIndex && createSecondHop({ index: hopIndex, chunks }, createRememberingStemmer());

  async function search(
    { projectId, text, fileIds, topK, secondHop = "narrow" }: RetrievalQuery,
    signal: AbortSignal,
  ) {
    const scope = { projectId, fileIds };
    const hops = secondHop === "none" ? undefined : hop;
    let found: RetrievedChunk[] = [];
    let limit = Math.max(minCandidates, Math.ceil(topK * candidatesPerResult));
    for (let refill = 0; refill <= maxRefills; refill++, limit *= refillFactor) {
      const depth = hops ? Math.max(limit, hopDepth) : limit;
      const candidates = await deps.candidates.search(text, scope, depth, signal);
      signal.throwIfAborted();
      const all =
        hops && secondHop !== "none" ? await hops(text, scope, candidates, secondHop, signal) : candidates;
      found = await hydrate(chunks, projectId, all.slice(0, limit), topK);
      if (found.length >= topK || candidates.length < depth) break;
    }
    return found;
  }

  return async (query, signal) => {
    const { text, fileIds, topK } = query;
    if (fileIds?.length === 0) return [];
    const isOfYear = namesYear(text);
    const wanted = Math.max(topK, deps.rerank ? rerankedChunks : 0, isOfYear ? comparedHits : 0);
    const found = await search({ ...query, topK: wanted }, signal);
    const hits = isOfYear ? preferNamedYear(text, found) : found;
    return (deps.rerank ? await deps.rerank(text, hits, signal) : hits).slice(0, topK);
  };
}
