import type { ChunkStore, StoredChunk } from "../src/chunks/chunk-store.ts";

/** A chunk store in memory: versions by id, each active or not. Changing `versions` is what a crash or a user would do. */
export function createMemoryChunks() {
  const versions = new Map<
    string,
    { projectId: string; fileId: string; active: boolean; chunks: StoredChunk[] }
  >();
  const store: ChunkStore = {
    async add(projectId, fileId, versionId, chunks) {
      const stored = chunks.map((chunk) => ({ ...chunk, fileId, versionId, fileName: `${fileId}.txt` }));
      versions.set(versionId, { projectId, fileId, active: true, chunks: stored });
    },
    async findActive(projectId, chunkIds) {
      const ofProject = [...versions.values()].filter(
        (version) => version.active && version.projectId === projectId,
      );
      const byId = new Map(ofProject.flatMap(({ chunks }) => chunks.map((chunk) => [chunk.chunkId, chunk])));
      return chunkIds.flatMap((chunkId) => byId.get(chunkId) ?? []);
    },
    async *listVersion(versionId, batchSize) {
      const chunks = versions.get(versionId)?.chunks ?? [];
      for (let from = 0; from < chunks.length; from += batchSize) yield chunks.slice(from, from + batchSize);
    },
    async activeVersions(projectId) {
      return [...versions]
        .filter(([, version]) => version.active && version.projectId === projectId)
        .map(([versionId, { fileId, chunks }]) => ({ versionId, fileId, chunks: chunks.length }));
    },
  };
  return { store, versions };
}
