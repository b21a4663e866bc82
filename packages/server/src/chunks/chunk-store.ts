import type { ChunkSetId, FileId, ProjectId, VersionId } from "../kernel/ids.ts";
import type { Chunk } from "./chunk.ts";
import type { ChunkSet } from "./chunk-set.ts";
import type { ChunkingConfig } from "./chunking-config.ts";

export type StoredChunk = Chunk & { fileId: FileId; fileName: string; versionId: VersionId };

/** A set of an active version, with its number of chunks. */
export type ActiveChunkSet = Omit<ChunkSet, "config"> & { fileId: FileId; chunks: number };

/** A chunk with its terms, hashed, in reading order (those of the title first): by these the words' index finds it. */
export type AddedChunk = Chunk & { termHashes?: Uint32Array | undefined };

/** Port: the chunks of every version. The search index is derived from them. They are removed with their version. */
export type ChunkStore = BuiltChunks & FurtherChunks;

/** What builds write and the search index reads. */
export type BuiltChunks = {
  /**
   * Begins a set for a version that is being written. Throws when the version belongs to another source, is active or
   * removed, or already has a set of that configuration.
   */
  begin(projectId: ProjectId, fileId: FileId, set: ChunkSet): Promise<void>;
  /**
   * Appends chunks to a set. Throws when its version is already active or removed. Those of builds come with their terms:
   * without them they are found by words once the service has indexed them in the background.
   */
  add(chunkSetId: ChunkSetId, chunks: AddedChunk[]): Promise<void>;
  /**
   * The given chunks that exist and belong to the active version of a source of the project, in the requested order.
   */
  findActive(projectId: ProjectId, chunkIds: string[]): Promise<StoredChunk[]>;
  /** The whole set of a version for a configuration; null when there is none. */
  findSet(versionId: VersionId, config: ChunkingConfig): Promise<ChunkSetId | null>;
  /** All chunks of a set by position, in batches. */
  listSet(chunkSetId: ChunkSetId, batchSize: number): AsyncIterable<Chunk[]>;
  /** The sets of one configuration for all active versions of the project. */
  activeSets(projectId: ProjectId, config: ChunkingConfig): Promise<ActiveChunkSet[]>;
  /** How many chunks these sets have, or those of some files; counted over the first 2,000 sets. */
  countActive(projectId: ProjectId, config: ChunkingConfig, fileIds?: FileId[]): Promise<number>;
};

/** Sets of other configurations, of versions that are active already. A set is invisible before it is whole. */
export type FurtherChunks = {
  /**
   * Adds a set with all of its chunks, and answers its id: that of another one when somebody added the configuration
   * meanwhile, or before. Null, and nothing is kept, when the version is not an active one of the source any more.
   */
  addSet(projectId: ProjectId, fileId: FileId, set: ChunkSet, chunks: Chunk[]): Promise<ChunkSetId | null>;
  /** The whole sets of active versions under one configuration; versions that have none are left out. */
  findSets(versionIds: VersionId[], config: ChunkingConfig): Promise<Map<VersionId, ActiveChunkSet>>;
  /**
   * A page of the chunks of several sets: set after set as they are named, by position within each. Sets that are gone,
   * or not of an active version, have no chunks.
   */
  listSets(
    chunkSetIds: ChunkSetId[],
    page: { offset: number; limit: number },
  ): Promise<{ chunks: StoredChunk[]; total: number }>;
  /** Removes the sets that were begun before and never became whole. */
  clearUnfinishedSets(begunBefore: Date): Promise<void>;
};
