import type { ChunkingConfig } from "../../chunks/chunking-config.ts";
import type { ChunkSetId, FileId, ProjectId } from "../../kernel/ids.ts";

/** The vectors of one model for one project. Spaces of several models may stand side by side. */
export type EmbeddingSpace = {
  spaceId: string;
  projectId: ProjectId;
  /** Of the model, see `Embedder.space`. */
  name: string;
  /** Whether every chunk of the project once had its vector here: only then questions are answered from it. */
  isWhole: boolean;
};

/** A set of chunks of an active version. */
export type EmbeddableSet = { chunkSetId: ChunkSetId; fileId: FileId };

/** Counts what happened in a space, so that a reader knows what to read again. */
export type SpaceChanges = {
  /** The number of the set that was completed last: numbers rise in the order of the commits. */
  added: number;
  /** How often sets ceased to be searched. */
  removed: number;
};

/** The vector of the chunk at a position of a set, under the hash of the text that it was made of. */
export type ChunkVector = { position: number; contentHash: string; vector: Float32Array };

export type EmbeddedChunk = { chunkId: string; position: number; vector: Float32Array };

export type FinishedSet = EmbeddableSet & { chunks: number };

/** How many active sets there are, and how many of them have all vectors. */
export type EmbeddingCount = { done: number; total: number };

/**
 * Port: the vectors of chunks. A text is kept once in a space, however many chunks have it. A vector is removed with the
 * last chunk that uses it, and a space in which nothing is searched any more as a whole.
 */
export type VectorStore = {
  /** The space of this name in the project; it is begun when there is none. */
  openSpace(projectId: ProjectId, name: string): Promise<EmbeddingSpace>;
  spaces(projectId: ProjectId): Promise<EmbeddingSpace[]>;
  /** Those of all projects, with what happened in them. */
  everySpace(): Promise<(EmbeddingSpace & SpaceChanges)[]>;
  /** Questions may be answered from the space from now on. */
  markWhole(spaceId: string): Promise<void>;
  /** Removes a space with its vectors. Cut short, it can be called again. */
  removeSpace(spaceId: string): Promise<void>;
  /** Active sets of a configuration that lack vectors in the space, the latest first, at most `limit`. */
  lackingSets(space: EmbeddingSpace, config: ChunkingConfig, limit: number): Promise<EmbeddableSet[]>;
  count(space: EmbeddingSpace, config: ChunkingConfig): Promise<EmbeddingCount>;
  /** The vectors that the space has for these texts. */
  find(spaceId: string, contentHashes: string[]): Promise<Map<string, Float32Array>>;
  /** Positions of a set that have their vector. */
  positions(spaceId: string, chunkSetId: ChunkSetId): Promise<Set<number>>;
  /** False, and nothing is kept, when the set is not of an active version any more, or the space is gone. */
  add(spaceId: string, chunkSetId: ChunkSetId, vectors: ChunkVector[]): Promise<boolean>;
  /** Says that a set has all of its vectors. False as for `add`. */
  finishSet(spaceId: string, chunkSetId: ChunkSetId): Promise<boolean>;
  /** Null when the space is gone. */
  changes(spaceId: string): Promise<SpaceChanges | null>;
  /**
   * The active sets of a configuration that have all of their vectors in the space, in the order in which they were
   * completed. With a number: only those completed after it.
   */
  finishedSets(space: EmbeddingSpace, config: ChunkingConfig, after?: number): Promise<FinishedSet[]>;
  /** What can be searched of a set, in batches by position. */
  listSet(spaceId: string, chunkSetId: ChunkSetId, batchSize: number): AsyncIterable<EmbeddedChunk[]>;
  /** The same of several sets at once, by position, for sets of few chunks in all. Those without any are left out. */
  listSets(spaceId: string, chunkSetIds: ChunkSetId[]): Promise<Map<ChunkSetId, EmbeddedChunk[]>>;
};
