import type { Chunk } from "../../packages/server/src/chunks/chunk.ts";
import type { ChunkStore, StoredChunk } from "../../packages/server/src/chunks/chunk-store.ts";

/** A chunk store in memory in which every version is active: for measuring retrieval without a database. */
export function createMemoryChunkStore(): ChunkStore {
  const byId = new Map<string, StoredChunk>();
  const byVersion = new Map<string, { fileId: string; chunks: Chunk[] }>();
  return {
    async add(_projectId, fileId, versionId, chunks) {
      byVersion.set(versionId, { fileId, chunks });
      for (const chunk of chunks) byId.set(chunk.chunkId, { ...chunk, fileId, versionId, fileName: fileId });
    },
    findActive: async (_projectId, chunkIds) => chunkIds.flatMap((chunkId) => byId.get(chunkId) ?? []),
    async *listVersion(versionId) {
      yield byVersion.get(versionId)?.chunks ?? [];
    },
    activeVersions: async () =>
      [...byVersion].map(([versionId, { fileId, chunks }]) => ({ versionId, fileId, chunks: chunks.length })),
  };
}
