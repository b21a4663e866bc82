import type { ChunkSetId, FileId, ProjectId, VersionId } from "../../kernel/ids.ts";

/** A version that the index holds, with the set of its chunks. */
export type WordDocument = { versionId: VersionId; fileId: FileId; chunkSetId: ChunkSetId };

/** A version of a project answers from now on, or (`isGone`) no longer. */
export type WordChange = WordDocument & {
  /** Rises in the order in which the changes became visible; no number is used twice. */
  number: number;
  chunks: number;
  isGone: boolean;
};

/** The terms of a chunk, hashed, in reading order; null when they are not stored. */
export type ChunkTerms = { position: number; termHashes: Uint32Array | null };

/** Where a chunk is, and what a search answers of it. */
export type ChunkPlace = { chunkSetId: ChunkSetId; position: number };
export type StoredHit = { chunkId: string; termHashes: Uint32Array };

export type StoredSegment = { segmentId: string; bytes: Uint8Array };

/** Segments that take the place of others, in one step. */
export type SegmentChange = {
  add: StoredSegment[];
  remove: string[];
  /** The latest change that was read. When a later one says that a version is gone, nothing is written. */
  readTo: number;
  /** Which changes up to `readTo` the segments hold after this, so that they are needed no more. */
  settles: "nothing" | "additions" | "all";
  /** Where other processes write segments, too: those that these were made beside. With any other, nothing is written. */
  beside?: string[] | undefined;
};

/** An active version and the number of its chunks. */
export type IndexedVersion = WordDocument & { chunks: number };

/**
 * Port: what the words' index is made of. Chunks are stored with their terms, and a change is written together with the rows
 * that it changes, so that an index which reads the changes finds what the database has.
 */
export type WordStore = {
  /** The changes of a project after a number, in order. */
  changes(projectId: ProjectId, after: number): Promise<WordChange[]>;
  /**
   * The same, and at the same moment what other processes made of earlier changes: the ids of the stored segments, and
   * the number up to which changes were taken away after `after`, 0 for none. What they said may be in no segment.
   */
  changesAndSegments(
    projectId: ProjectId,
    after: number,
  ): Promise<{ changes: WordChange[]; segmentIds: string[]; settledTo: number }>;
  /** Chunks of the changes after a number, by project, and the latest number. */
  changed(after: number): Promise<{ chunks: Map<ProjectId, number>; latest: number }>;
  /** Projects with versions that are gone and may still be in segments. */
  withGone(): Promise<ProjectId[]>;
  /** By position, in batches. */
  terms(chunkSetId: ChunkSetId, batchSize: number): AsyncIterable<ChunkTerms[]>;
  /** In the order of the places; null where the chunk was removed. Bare hits have no terms. */
  hits(places: ChunkPlace[], isBare?: boolean): Promise<(StoredHit | null)[]>;
  /** Oldest first, without those `besides`. Throws `DamagedSegmentError` when one is not as it was written. */
  segments(projectId: ProjectId, besides?: ReadonlySet<string>): AsyncIterable<StoredSegment>;
  /** False, and nothing is changed, when a version was removed meanwhile, or another process replaced segments. */
  replaceSegments(projectId: ProjectId, change: SegmentChange): Promise<boolean>;
  /** Throws away the index of a project and lists everything in it as unindexed. */
  startAgain(projectId: ProjectId): Promise<void>;
  /** What the index should hold, without what is listed as unindexed. */
  activeVersions(projectId: ProjectId): Promise<IndexedVersion[]>;
  /** Lists sets as unindexed: those of versions that are not active are dropped from the list again. */
  addUnindexed(projectId: ProjectId, chunkSetIds: ChunkSetId[]): Promise<void>;
  /** Says that the index should drop versions: the database has no active one of these ids. */
  addGone(projectId: ProjectId, documents: WordDocument[]): Promise<void>;
};

/** Port: the sets that the index lacks, for the work that brings them in. */
export type UnindexedStore = {
  count(): Promise<Map<ProjectId, number>>;
  /** The newest sets first, of one project or of all. */
  next(limit: number, projectId?: ProjectId): Promise<{ chunkSetId: ChunkSetId; projectId: ProjectId }[]>;
  /** Whether chunks of the set are without terms. */
  lacksTerms(chunkSetId: ChunkSetId): Promise<boolean>;
  setTerms(chunkSetId: ChunkSetId, terms: { position: number; termHashes: Uint32Array }[]): Promise<void>;
  /** The set's terms are complete: it is searched from now on, if its version is active. */
  finish(chunkSetId: ChunkSetId): Promise<void>;
};

/** A segment is not as it was written. */
export class DamagedSegmentError extends Error {
  override name = "DamagedSegmentError";
}
