import { createWordIndex } from "../../packages/server/src/adapters/words/word-index.ts";
import type { ProjectId } from "../../packages/server/src/kernel/ids.ts";
import type { ChunkHit, ChunkIndex } from "../../packages/server/src/retrieval/chunk-index.ts";
import type { WordChange, WordStore } from "../../packages/server/src/retrieval/words/word-store.ts";

/** A chunk with its terms, of a version that answers. */
export type IndexedChunk = Omit<ChunkHit, "score"> & { versionId: string };

/** The service's words' index, over chunks in memory instead of a database. */
export function createMemoryWords(): ChunkIndex & {
  add(projectId: ProjectId, chunks: IndexedChunk[]): void;
} {
  const changes = new Map<ProjectId, WordChange[]>();
  const versions = new Map<string, IndexedChunk[]>();
  let number = 0;
  const store: Pick<WordStore, "changes" | "terms" | "hits" | "segments"> = {
    changes: async (projectId, after) =>
      (changes.get(projectId) ?? []).filter((change) => change.number > after),
    async *terms(versionId) {
      yield versions.get(versionId) ?? [];
    },
    hits: async (places) =>
      places.map(({ chunkSetId, position }) => versions.get(chunkSetId)?.[position] ?? null),
    async *segments() {},
  };
  const index = createWordIndex(store as WordStore);
  return {
    add(projectId, chunks) {
      for (const [versionId, ofVersion] of Map.groupBy(chunks, (chunk) => chunk.versionId)) {
        const [first] = ofVersion;
        if (!first) continue;
        versions.set(versionId, ofVersion);
        const { fileId } = first;
        const change = { versionId, fileId, chunkSetId: versionId, chunks: ofVersion.length, isGone: false };
        const known = changes.get(projectId) ?? [];
        known.push({ ...change, number: ++number });
        changes.set(projectId, known);
      }
    },
    search: (projectId, { fileIds, ...query }) =>
      index.search(projectId, { ...query, ...(fileIds && { fileIds: fileIds.join() }) }),
    searchAll: (projectId, { fileIds, queries }) =>
      index.searchAll(projectId, { queries, ...(fileIds && { fileIds: fileIds.join() }) }),
  };
}
