import type { Chunk } from "../chunks/chunk.ts";
import type { FileId, ProjectId, VersionId } from "../kernel/ids.ts";
import type { ChunkIndex, IndexedChunk } from "./chunk-index.ts";
import { chunkTerms } from "./search-terms.ts";

/** Chunks sent to the index at a time. */
export const indexBatch = 1_000;

export type IndexVersion = {
  /** Puts the chunks of one version into the index. */
  add(projectId: ProjectId, fileId: FileId, versionId: VersionId, chunks: Chunk[]): Promise<void>;
  remove(projectId: ProjectId, versionId: VersionId): Promise<void>;
};

export function createIndexVersion(index: ChunkIndex): IndexVersion {
  return {
    async add(projectId, fileId, versionId, chunks) {
      for (let from = 0; from < chunks.length; from += indexBatch) {
        const batch = chunks.slice(from, from + indexBatch);
        await index.add(
          projectId,
          batch.map((chunk) => toIndexed(chunk, fileId, versionId)),
        );
      }
    },
    remove: (projectId, versionId) => index.removeVersion(projectId, versionId),
  };
}

const toIndexed = (chunk: Chunk, fileId: FileId, versionId: VersionId): IndexedChunk => ({
  chunkId: chunk.chunkId,
  fileId,
  versionId,
  position: chunk.position,
  terms: chunkTerms(chunk),
});
