import type { Chunk } from "../chunks/chunk.ts";
import type { FileId, ProjectId, VersionId } from "../kernel/ids.ts";

/** A chunk as an answer to a query, with where it comes from. `score` lies in 0..1, higher is more relevant. */
export type RetrievedChunk = Chunk & {
  fileId: FileId;
  fileName: string;
  versionId: VersionId;
  score: number;
  /** Of the vectors of query and chunk; absent where one of them is not there. */
  cosine?: number;
  /** Other chunks found for the query that have the same text. Absent for none. */
  copies?: Omit<RetrievedChunk, "copies">[];
};

export type RetrievalQuery = {
  projectId: ProjectId;
  text: string;
  /** Files to search; absent: all of the project; empty: none. */
  fileIds?: FileId[] | undefined;
  /** 1..100 */
  topK: number;
  /**
   * Where a question joins facts, it is searched on from what the best chunks bring in: by up to nine short searches, or
   * thirty. Default narrow.
   */
  secondHop?: "none" | "narrow" | "wide" | undefined;
};

/** Ranked chunks, best first, order stable for equal scores. Throws when the signal aborts. */
export type Retrieve = (query: RetrievalQuery, signal: AbortSignal) => Promise<RetrievedChunk[]>;
