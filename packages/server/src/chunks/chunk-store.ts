import type { FileId, ProjectId, VersionId } from "../kernel/ids.ts";
import type { Chunk } from "./chunk.ts";

export type StoredChunk = Chunk & { fileId: FileId; fileName: string; versionId: VersionId };

/** Port: the chunks of every version, the truth that the search index is derived from. */
export type ChunkStore = {
  /** Appends chunks to a version that is being written. Throws when the version is not of that source, active or removed. */
  add(projectId: ProjectId, fileId: FileId, versionId: VersionId, chunks: Chunk[]): Promise<void>;
  /** Those of the given chunks that exist and belong to the active version of a source of the project, in the order asked for. */
  findActive(projectId: ProjectId, chunkIds: string[]): Promise<StoredChunk[]>;
  /** All chunks of a version by position, in batches. */
  listVersion(versionId: VersionId, batchSize: number): AsyncIterable<Chunk[]>;
  /** Chunk counts by version for all versions of the project that are active, with their file. */
  activeVersions(projectId: ProjectId): Promise<{ versionId: VersionId; fileId: FileId; chunks: number }[]>;
};
