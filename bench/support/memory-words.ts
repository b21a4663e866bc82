import { createWordIndex } from "../../packages/server/src/adapters/words/word-index.ts";
import type { ProjectId } from "../../packages/server/src/kernel/ids.ts";
import type { ChunkHit, ChunkIndex } from "../../packages/server/src/retrieval/chunk-index.ts";
import type { WordIndex } from "../../packages/server/src/retrieval/words/word-index.ts";
import type { WordChange, WordStore } from "../../packages/server/src/retrieval/words/word-store.ts";

/** A chunk with its terms, of a version that answers. */
export type IndexedChunk = Omit<ChunkHit, "score"> & { versionId: string };

export type MemoryWords = ChunkIndex & { add(projectId: ProjectId, chunks: IndexedChunk[]): void };

/** The service's words' index, over chunks in memory instead of a database. It may be another one than that in the database. */
export function createMemoryWords(open: (store: WordStore) => WordIndex = createWordIndex): MemoryWords {
  const changes = new Map<ProjectId, WordChange[]>();
  const versions = new Map<string, IndexedChunk[]>();
  let number = 0;
  const changesAfter = (projectId: ProjectId, after: number) =>
    (changes.get(projectId) ?? []).filter((change) => change.number > after);
  const store: Omit<WordStore, "startAgain"> = {
    changes: async (projectId, after) => changesAfter(projectId, after),
    changesAndSegments: async (projectId, after) => ({
      changes: changesAfter(projectId, after),
      segmentIds: [],
      settledTo: 0,
    }),
    changed: async (after) => ({
      chunks: new Map([...changes.keys()].map((projectId) => [projectId, number - after])),
      latest: number,
    }),
    withGone: async () => [],
    activeVersions: async (projectId) => changesAfter(projectId, 0),
    async *terms(versionId) {
      yield versions.get(versionId) ?? [];
    },
    hits: async (places) =>
      places.map(({ chunkSetId, position }) => versions.get(chunkSetId)?.[position] ?? null),
    async *segments() {},
    replaceSegments: async () => true,
    addUnindexed: async () => {},
    addGone: async () => {},
  };
  const index = open(store as WordStore);
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
