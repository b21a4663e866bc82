import type { ChunkStore } from "../chunks/chunk-store.ts";
import type { CandidateSource } from "./candidate-source.ts";
import { hydrate } from "./hydrate.ts";
import { type Rerank, rerankedChunks } from "./rerank.ts";
import type { Retrieve, RetrievedChunk } from "./retrieved-chunk.ts";

/** Candidates for one answer. More than these change the first ten hardly at all, and each takes time to fetch. */
const minCandidates = 30;
const candidatesPerResult = 3;
/** When too many of them turn out to be gone, this many times as many, and how often. */
const refillFactor = 4;
const maxRefills = 2;

/**
 * Candidates, then the chunks they stand for; where some are gone from the store, more candidates make up for them. Then,
 * with a model for it, a closer look at the best.
 */
export function createRetrieve(deps: {
  candidates: CandidateSource;
  chunks: Pick<ChunkStore, "findActive">;
  rerank?: Rerank | undefined;
}): Retrieve {
  return async ({ projectId, text, fileIds, topK }, signal) => {
    if (fileIds?.length === 0) return [];
    let found: RetrievedChunk[] = [];
    const wanted = deps.rerank ? Math.max(topK, rerankedChunks) : topK;
    let limit = Math.max(minCandidates, wanted * candidatesPerResult);
    for (let refill = 0; refill <= maxRefills; refill++, limit *= refillFactor) {
      const candidates = await deps.candidates.search(text, { projectId, fileIds }, limit, signal);
      signal.throwIfAborted();
      found = await hydrate(deps.chunks, projectId, candidates, wanted);
      if (found.length >= wanted || candidates.length < limit) break;
    }
    return deps.rerank ? (await deps.rerank(text, found, signal)).slice(0, topK) : found;
  };
}
