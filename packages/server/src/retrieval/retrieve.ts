import type { ChunkStore, StoredChunk } from "../chunks/chunk-store.ts";
import type { ProjectId } from "../kernel/ids.ts";
import type { ChunkIndex } from "./chunk-index.ts";
import { type RankedHit, rank } from "./rank.ts";
import type { RetrievalQuery, Retrieve, RetrievedChunk } from "./retrieved-chunk.ts";
import { queryTerms } from "./search-terms.ts";

/** Hits to rank for one answer. More than these change the first ten hardly at all, and each takes time to fetch. */
const leastCandidates = 30;
const candidatesPerResult = 3;
/** When too many of them turn out to be gone, this many times as many, and how often. */
const refillFactor = 4;
const refills = 2;

/** Retrieval over the index, checked against the store: a hit that is not active there is passed over and made up for. */
export function createRetrieve(deps: { index: ChunkIndex; chunks: ChunkStore }): Retrieve {
  return async ({ projectId, text, fileIds, topK }: RetrievalQuery): Promise<RetrievedChunk[]> => {
    const terms = queryTerms(text);
    if (terms.length === 0 || fileIds?.length === 0) return [];
    let found: RetrievedChunk[] = [];
    let limit = Math.max(leastCandidates, topK * candidatesPerResult);
    for (let round = 0; round <= refills; round++, limit *= refillFactor) {
      const hits = await deps.index.search(projectId, { terms, limit, fileIds });
      found = await hydrate(deps.chunks, projectId, rank(hits, terms), topK);
      if (found.length >= topK || hits.length < limit) break;
    }
    return found;
  };
}

/** The best `topK` ranked hits that the store has, in order. */
async function hydrate(
  chunks: ChunkStore,
  projectId: ProjectId,
  ranked: RankedHit[],
  topK: number,
): Promise<RetrievedChunk[]> {
  const found: RetrievedChunk[] = [];
  for (let from = 0; from < ranked.length && found.length < topK; ) {
    const slice = ranked.slice(from, from + topK - found.length);
    from += slice.length;
    const stored = new Map<string, StoredChunk>();
    const ids = slice.map(({ hit }) => hit.chunkId);
    for (const chunk of await chunks.findActive(projectId, ids)) stored.set(chunk.chunkId, chunk);
    for (const { hit, score } of slice) {
      const chunk = stored.get(hit.chunkId);
      if (chunk) found.push({ ...chunk, score });
    }
  }
  return found;
}
