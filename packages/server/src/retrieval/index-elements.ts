import { setImmediate as nextTurn } from "node:timers/promises";
import type { Chunk } from "../chunks/chunk.ts";
import type { FileId, ProjectId, VersionId } from "../kernel/ids.ts";
import type { ChunkIndex, IndexedChunk } from "./chunk-index.ts";
import { chunkTerms } from "./search-terms.ts";

/** Chunks sent to the index at a time: enough for few writes, few enough to be laid out between two requests. */
export const indexBatch = 250;
/** Chunks cut into terms before requests that wait are let through: a few milliseconds of work. */
const chunksPerTurn = 16;

export type IndexVersion = {
  /** Puts the chunks of one version into the index. */
  add(projectId: ProjectId, fileId: FileId, versionId: VersionId, chunks: Chunk[]): Promise<void>;
  remove(projectId: ProjectId, versionId: VersionId): Promise<void>;
};

export function createIndexVersion(index: ChunkIndex): IndexVersion {
  return {
    async add(projectId, fileId, versionId, chunks) {
      for (let from = 0; from < chunks.length; from += indexBatch) {
        const batch: IndexedChunk[] = [];
        for (const chunk of chunks.slice(from, from + indexBatch)) {
          batch.push(toIndexed(chunk, fileId, versionId));
          if (batch.length % chunksPerTurn === 0) await nextTurn();
        }
        await index.add(projectId, batch);
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
