import type { ChunkSetId, FileId, ProjectId, VersionId } from "../kernel/ids.ts";
import type { Chunk } from "./chunk.ts";
import type { ChunkSet } from "./chunk-set.ts";
import type { ChunkingConfig } from "./chunking-config.ts";

export type StoredChunk = Chunk & { fileId: FileId; fileName: string; versionId: VersionId };

/** A set of an active version, with how many chunks it has. */
export type ActiveChunkSet = Omit<ChunkSet, "config"> & { fileId: FileId; chunks: number };

/** Port: the chunks of every version, the truth that the search index is derived from. They go with their version. */
export type ChunkStore = {
  /**
   * Begins a set of a version that is being written. Throws when the version is not of that source, active or removed,
   * or has a set of that configuration already.
   */
  begin(projectId: ProjectId, fileId: FileId, set: ChunkSet): Promise<void>;
  /** Appends chunks to a set. Throws when its version is active already or removed. */
  add(chunkSetId: ChunkSetId, chunks: Chunk[]): Promise<void>;
  /** Those of the given chunks that exist and belong to the active version of a source of the project, in the order asked for. */
  findActive(projectId: ProjectId, chunkIds: string[]): Promise<StoredChunk[]>;
  /** The set that a configuration made of a version; null when there is none. */
  findSet(versionId: VersionId, config: ChunkingConfig): Promise<ChunkSetId | null>;
  /** All chunks of a set by position, in batches. */
  listSet(chunkSetId: ChunkSetId, batchSize: number): AsyncIterable<Chunk[]>;
  /** The sets of one configuration of all versions of the project that are active. */
  activeSets(projectId: ProjectId, config: ChunkingConfig): Promise<ActiveChunkSet[]>;
};
