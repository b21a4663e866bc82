import type { Chunk } from "../chunks/chunk.ts";
import type { ActiveChunkSet, ChunkStore } from "../chunks/chunk-store.ts";
import { defaultChunking } from "../chunks/chunking-config.ts";
import type { ProjectId, VersionId } from "../kernel/ids.ts";

/** What the index is made of: of each version the chunks of one configuration, so that it has rows by version. */
export type IndexedChunks = {
  activeVersions(projectId: ProjectId): Promise<Omit<ActiveChunkSet, "chunkSetId">[]>;
  /** All chunks of a version by position, in batches. */
  listVersion(versionId: VersionId, batchSize: number): AsyncIterable<Chunk[]>;
};

export const createIndexedChunks = (
  chunks: Pick<ChunkStore, "activeSets" | "findSet" | "listSet">,
): IndexedChunks => ({
  activeVersions: (projectId) => chunks.activeSets(projectId, defaultChunking),
  async *listVersion(versionId, batchSize) {
    const chunkSetId = await chunks.findSet(versionId, defaultChunking);
    if (chunkSetId !== null) yield* chunks.listSet(chunkSetId, batchSize);
  },
});
