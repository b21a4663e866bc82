import type { BuiltChunks, StoredChunk } from "../src/chunks/chunk-store.ts";

/**
 * A chunk store in memory. It keeps versions by id, each active or not, with one set that has the version's id. A test
 * changes `versions` to act as a crash or a user.
 */
export function createMemoryChunks() {
  const versions = new Map<
    string,
    { projectId: string; fileId: string; active: boolean; chunks: StoredChunk[] }
  >();
  const store: BuiltChunks = {
    async begin(projectId, fileId, { versionId }) {
      versions.set(versionId, { projectId, fileId, active: true, chunks: [] });
    },
    async add(versionId, chunks) {
      const version = versions.get(versionId);
      if (!version) throw new Error(`Nobody began ${versionId}`);
      const { fileId } = version;
      const place = { fileId, versionId, fileName: `${fileId}.txt` };
      version.chunks.push(...chunks.map((chunk) => ({ ...chunk, ...place })));
    },
    async findActive(projectId, chunkIds) {
      const ofProject = [...versions.values()].filter(
        (version) => version.active && version.projectId === projectId,
      );
      const byId = new Map(ofProject.flatMap(({ chunks }) => chunks.map((chunk) => [chunk.chunkId, chunk])));
      return chunkIds.flatMap((chunkId) => byId.get(chunkId) ?? []);
    },
    async findSet(versionId) {
      return versions.has(versionId) ? versionId : null;
    },
    async *listSet(versionId, batchSize) {
      const chunks = versions.get(versionId)?.chunks ?? [];
      for (let from = 0; from < chunks.length; from += batchSize) yield chunks.slice(from, from + batchSize);
    },
    async activeSets(projectId) {
      return [...versions]
        .filter(([, version]) => version.active && version.projectId === projectId)
        .map(([versionId, { fileId, chunks }]) => ({
          chunkSetId: versionId,
          versionId,
          fileId,
          chunks: chunks.length,
        }));
    },
    async countActive(projectId, config, fileIds) {
      const sets = await store.activeSets(projectId, config);
      return sets.reduce(
        (sum, { fileId, chunks }) => sum + (fileIds && !fileIds.includes(fileId) ? 0 : chunks),
        0,
      );
    },
  };
  return { store, versions };
}
