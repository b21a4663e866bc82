import type { Chunk } from "../chunks/chunk.ts";
import type { FileId, ProjectId, VersionId } from "../kernel/ids.ts";
import type { ChunkIndex, IndexedChunk } from "./chunk-index.ts";

/** A chunk as it is indexed, but for the version it is of. */
export type ChunkWithTerms = Pick<IndexedChunk, "chunkId" | "position" | "termHashes">;

export type IndexVersion = {
  /** Puts chunks of one version into the index, in one write. */
  add(projectId: ProjectId, fileId: FileId, versionId: VersionId, chunks: ChunkWithTerms[]): Promise<void>;
  remove(projectId: ProjectId, versionId: VersionId): Promise<void>;
};

export const createIndexVersion = (index: Pick<ChunkIndex, "add" | "removeVersion">): IndexVersion => ({
  add: (projectId, fileId, versionId, chunks) =>
    index.add(
      projectId,
      chunks.map(({ chunkId, position, termHashes }) => ({
        chunkId,
        fileId,
        versionId,
        position,
        termHashes,
      })),
    ),
  remove: (projectId, versionId) => index.removeVersion(projectId, versionId),
});

/** Cuts chunks into their terms, off the main thread, and hashes these: the i-th are those of `chunks[i]`. */
export type CutTerms = (chunks: Pick<Chunk, "title" | "text">[]) => Promise<Uint32Array[]>;
