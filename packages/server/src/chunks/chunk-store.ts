import type { ChunkSetId, FileId, ProjectId, VersionId } from "../kernel/ids.ts";
import type { Chunk } from "./chunk.ts";
import type { ChunkSet } from "./chunk-set.ts";
import type { ChunkingConfig } from "./chunking-config.ts";

export type StoredChunk = Chunk & { fileId: FileId; fileName: string; versionId: VersionId };

/** A set of an active version, with its number of chunks. */
export type ActiveChunkSet = Omit<ChunkSet, "config"> & { fileId: FileId; chunks: number };

/** Port: the chunks of every version. The search index is derived from them. They are removed with their version. */
export type ChunkStore = {
  /**
   * Begins a set for a version that is being written. Throws when the version belongs to another source, is active or
   * removed, or already has a set of that configuration.
   */
  begin(projectId: ProjectId, fileId: FileId, set: ChunkSet): Promise<void>;
  /** Appends chunks to a set. Throws when its version is already active or removed. */
  add(chunkSetId: ChunkSetId, chunks: Chunk[]): Promise<void>;
  /**
   * The given chunks that exist and belong to the active version of a source of the project, in the requested order.
   */
  findActive(projectId: ProjectId, chunkIds: string[]): Promise<StoredChunk[]>;
  /** The set of a version for a configuration; null when there is none. */
  findSet(versionId: VersionId, config: ChunkingConfig): Promise<ChunkSetId | null>;
  /** All chunks of a set by position, in batches. */
  listSet(chunkSetId: ChunkSetId, batchSize: number): AsyncIterable<Chunk[]>;
  /** The sets of one configuration for all active versions of the project. */
  activeSets(projectId: ProjectId, config: ChunkingConfig): Promise<ActiveChunkSet[]>;
};
