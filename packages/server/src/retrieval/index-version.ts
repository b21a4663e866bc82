import type { Chunk } from "../chunks/chunk.ts";
import type { FileId, ProjectId, VersionId } from "../kernel/ids.ts";
import type { ChunkIndex, IndexedChunk } from "./chunk-index.ts";

/** A chunk as it is indexed, but for the version it is of. */
export type ChunkWithTerms = Pick<IndexedChunk, "chunkId" | "position" | "terms">;

export type IndexVersion = {
  /** Puts chunks of one version into the index, in one write. */
  add(projectId: ProjectId, fileId: FileId, versionId: VersionId, chunks: ChunkWithTerms[]): Promise<void>;
  remove(projectId: ProjectId, versionId: VersionId): Promise<void>;
};

export const createIndexVersion = (index: Pick<ChunkIndex, "add" | "removeVersion">): IndexVersion => ({
  add: (projectId, fileId, versionId, chunks) =>
    index.add(
      projectId,
      chunks.map(({ chunkId, position, terms }) => ({ chunkId, fileId, versionId, position, terms })),
    ),
  remove: (projectId, versionId) => index.removeVersion(projectId, versionId),
});

/** Cuts chunks into their terms, off the main thread: `terms[i]` are those of `chunks[i]`. */
export type CutTerms = (chunks: Pick<Chunk, "title" | "text">[]) => Promise<string[][]>;
