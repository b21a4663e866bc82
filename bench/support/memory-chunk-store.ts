import type { Chunk } from "../../packages/server/src/chunks/chunk.ts";
import type { BuiltChunks, StoredChunk } from "../../packages/server/src/chunks/chunk-store.ts";

/**
 * A chunk store in memory, to measure retrieval without a database. Every version is active and has one set with the
 * version's id.
 */
export function createMemoryChunkStore(): BuiltChunks {
  const byId = new Map<string, StoredChunk>();
  const byVersion = new Map<string, { fileId: string; chunks: Chunk[] }>();
  return {
    async begin(_projectId, fileId, { versionId }) {
      byVersion.set(versionId, { fileId, chunks: [] });
    },
    async add(versionId, chunks) {
      const version = byVersion.get(versionId);
      if (!version) throw new Error(`${versionId} was not begun`);
      const { fileId } = version;
      version.chunks.push(...chunks);
      for (const chunk of chunks) byId.set(chunk.chunkId, { ...chunk, fileId, versionId, fileName: fileId });
    },
    findActive: async (_projectId, chunkIds) => chunkIds.flatMap((chunkId) => byId.get(chunkId) ?? []),
    findSet: async (versionId) => (byVersion.has(versionId) ? versionId : null),
    async *listSet(versionId) {
      yield byVersion.get(versionId)?.chunks ?? [];
    },
    activeSets: async () =>
      [...byVersion].map(([versionId, { fileId, chunks }]) => ({
        chunkSetId: versionId,
        versionId,
        fileId,
        chunks: chunks.length,
      })),
    countActive: async () => byId.size,
  };
}
