import type { FileId } from "../kernel/ids.ts";
import type { CandidateSource, SearchScope } from "./candidate-source.ts";
import type { ChunkHit, ChunkIndex } from "./chunk-index.ts";
import { rank } from "./rank.ts";
import { queryTerms } from "./search-terms.ts";

/** A filter of the index costs some 6 µs a file: from here on it is first tried without. */
const minLongList = 1_000;
/** Hits asked for then, for each one wanted: enough where the list names a good part of the project. */
const wideFactor = 4;

type Index = Pick<ChunkIndex, "search">;

/** Finds chunks by their words: BM25 from the index, then the closer look of `rank` at the terms of its hits. */
export const createLexicalCandidates = (index: Index): CandidateSource => ({
  async search(query, scope, limit, signal) {
    const terms = queryTerms(query);
    if (terms.length === 0) return [];
    const hits = await searchScope(index, terms, scope, limit);
    signal.throwIfAborted();
    return rank(hits, terms).map(({ hit, score }) => ({ chunkId: hit.chunkId, score }));
  },
});

async function searchScope(
  index: Index,
  terms: string[],
  { projectId, fileIds }: SearchScope,
  limit: number,
): Promise<ChunkHit[]> {
  if (fileIds && fileIds.length >= minLongList) {
    const wide = await index.search(projectId, { terms, limit: limit * wideFactor });
    const wanted = new Set<FileId>(fileIds);
    const within = wide.filter(({ fileId }) => wanted.has(fileId));
    const all = wide.length < limit * wideFactor;
    if (all || within.length >= limit) return within.slice(0, limit);
  }
  return index.search(projectId, { terms, limit, fileIds });
}
