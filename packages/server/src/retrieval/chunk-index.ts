import type { FileId, ProjectId, VersionId } from "../kernel/ids.ts";

/**
 * A chunk as the index takes it: already cut into terms, so that chunks and queries can't be read differently, and these
 * hashed, because both are done in threads.
 */
export type IndexedChunk = {
  /** A UUID, like every id here. */
  chunkId: string;
  fileId: FileId;
  versionId: VersionId;
  /** Of the chunk within its version, 0-based. */
  position: number;
  /** `hashTerm` of its terms in reading order, those of the title path first; marks between them are terms nobody asks for. */
  termHashes: Uint32Array;
};

/** A match; higher scores are more relevant, the scale is the index's own. */
export type ChunkHit = {
  chunkId: string;
  fileId: FileId;
  position: number;
  score: number;
  /** As they were added: what a closer look at the hit needs. */
  termHashes: Uint32Array;
};

export type ChunkQuery = {
  /** Distinct terms; a chunk with any of them matches. */
  terms: string[];
  /** What each of the terms counts, above 0; absent: 1 each. */
  weights?: number[] | undefined;
  /** Only chunks that have one term of each of these lists; absent: all that match. */
  required?: string[][] | undefined;
  limit: number;
  /** Only chunks of these files, up to 10,000; absent: the whole project. */
  fileIds?: FileId[] | undefined;
};

/**
 * Port of the search index. It is derived: the database is the truth, hits are looked up there before anything is
 * answered, and `versions` lets a start-up check find what is missing or left over. Writes are seen by the next search.
 */
export type ChunkIndex = {
  add(projectId: ProjectId, chunks: IndexedChunk[]): Promise<void>;
  removeVersion(projectId: ProjectId, versionId: VersionId): Promise<void>;
  /** Removes every version of the file. */
  removeFile(projectId: ProjectId, fileId: FileId): Promise<void>;
  /** Best first. */
  search(projectId: ProjectId, query: ChunkQuery): Promise<ChunkHit[]>;
  /** Chunk counts by version, of one project. */
  versions(projectId: ProjectId): Promise<Map<VersionId, number>>;
  /** Projects that have anything in the index. */
  projects(): Promise<ProjectId[]>;
  removeProject(projectId: ProjectId): Promise<void>;
  /** Ends background work and gives everything back. No other call may follow. */
  close(): Promise<void>;
};

/** The index can't be read or written any more, and won't come right by itself. */
export class IndexDamagedError extends Error {
  override name = "IndexDamagedError";
}

/** An index that can be started again while it is in use. Its calls throw `IndexDamagedError` when that is needed. */
export type MendableIndex = ChunkIndex & {
  /** Moves what there is of the project out of the way: the next addition begins an empty index. */
  setAside(projectId: ProjectId): Promise<void>;
  /** Removes all that was set aside. */
  discardSetAside(): Promise<void>;
};
