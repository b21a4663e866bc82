import type { ChunkStore, StoredChunk } from "../chunks/chunk-store.ts";
import { byTurn } from "../kernel/by-turn.ts";
import type { ProjectId } from "../kernel/ids.ts";
import { createRememberingStemmer } from "../text/remembering-stemmer.ts";
import type { CandidateSource } from "./candidate-source.ts";
import { collapseCopies } from "./collapse-copies.ts";
import { hydrate } from "./hydrate.ts";
import { joinsFacts } from "./joins-facts.ts";
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
/** Chunks that a second hop goes on from and takes turns with, however few are asked for: so these are the first of more. */
const minFirst = 10;
/** Searches of one turn whose chunks are read together. */
const maxAskedTogether = 16;

/**
 * Candidates, then the chunks they stand for; where some are gone from the store, more candidates make up for them. Then,
 * with a model for it, a closer look at the best; then, for questions that join facts, a second hop from these.
 */
export function createRetrieve(deps: {
  candidates: CandidateSource;
  /** What a second hop searches, up to thirty times for a question: without a model. Default: `candidates`. */
  hopCandidates?: CandidateSource | undefined;
  chunks: Pick<ChunkStore, "findActive">;
  rerank?: Rerank | undefined;
}): Retrieve {
  const stemOf = createRememberingStemmer();
  const hopSource = { candidates: deps.hopCandidates ?? deps.candidates, chunks: askedTogether(deps.chunks) };

  async function search(
    { candidates: source, chunks }: Pick<typeof deps, "candidates" | "chunks">,
    { projectId, text, fileIds, topK }: RetrievalQuery,
    signal: AbortSignal,
  ) {
    let found: RetrievedChunk[] = [];
    let limit = Math.max(minCandidates, topK * candidatesPerResult);
    for (let refill = 0; refill <= maxRefills; refill++, limit *= refillFactor) {
      const candidates = await source.search(text, { projectId, fileIds }, limit, signal);
      signal.throwIfAborted();
      found = await hydrate(chunks, projectId, candidates, topK);
      if (found.length >= topK || candidates.length < limit) break;
    }
    return found;
  }

  return async (query, signal) => {
    const { text, fileIds, topK, secondHop = "narrow" } = query;
    if (fileIds?.length === 0) return [];
    const isOfYear = namesYear(text);
    const breadth = secondHop !== "none" && joinsFacts(text) ? secondHop : null;
    const wanted = Math.max(
      topK,
      breadth ? minFirst : 0,
      deps.rerank ? rerankedChunks : 0,
      isOfYear ? comparedHits : 0,
    );
    const found = await search(deps, { ...query, topK: wanted }, signal);
    const hits = isOfYear ? preferNamedYear(text, found) : found;
    const first = deps.rerank ? await deps.rerank(text, hits, signal) : hits;
    if (!breadth) return first.slice(0, topK);
    const searchOn = (next: string, limit: number) =>
      search(hopSource, { ...query, text: next, topK: limit }, signal);
    return collapseCopies(await addSecondHop(text, first, { search: searchOn, breadth, stemOf })).slice(
      0,
      topK,
    );
  };
}

/** The searches of a second hop end together: their chunks are one query of the store. */
function askedTogether(chunks: Pick<ChunkStore, "findActive">): Pick<ChunkStore, "findActive"> {
  const findAll = async (projectId: ProjectId, asked: string[][]): Promise<StoredChunk[][]> => {
    const all = await chunks.findActive(projectId, [...new Set(asked.flat())]);
    const byId = new Map(all.map((chunk) => [chunk.chunkId, chunk]));
    return asked.map((ids) => ids.flatMap((id) => byId.get(id) ?? []));
  };
  return { findActive: byTurn(findAll, maxAskedTogether) };
}
