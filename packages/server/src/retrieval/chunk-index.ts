import type { FileId, ProjectId } from "../kernel/ids.ts";

/** A match; higher scores are more relevant, the scale is the index's own. */
export type ChunkHit = {
  chunkId: string;
  fileId: FileId;
  position: number;
  score: number;
  /** `hashTerm` of its terms in reading order, those of the title path first: what a closer look at the hit needs. None of bare hits. */
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
  /** Hits come without their terms, which are most of what is read for them. */
  isBare?: boolean | undefined;
  /** Only chunks of these files, up to 10,000; absent: the whole project. */
  fileIds?: FileId[] | undefined;
};

export type ChunkQueries = Pick<ChunkQuery, "fileIds"> & { queries: Omit<ChunkQuery, "fileIds">[] };

/**
 * Port of the words' index: BM25 over the chunks of the active versions of a project. What is written is found by the next
 * search, and what is removed is not.
 */
export type ChunkIndex = {
  /** Best first. */
  search(projectId: ProjectId, query: ChunkQuery): Promise<ChunkHit[]>;
  /** Several searches of the same files, in their order: between threads one message in place of many. */
  searchAll(projectId: ProjectId, query: ChunkQueries): Promise<ChunkHit[][]>;
};
