import type { FileId, ProjectId } from "../kernel/ids.ts";

/** What is searched. `fileIds` absent: the whole project. */
export type SearchScope = { projectId: ProjectId; fileIds?: FileId[] | undefined };

/** A chunk that may answer a query. `score` lies in 0..1 and means the same for every query of one source. */
export type Candidate = {
  chunkId: string;
  score: number;
  /** What candidates of one question are ordered by: the cosine of its meaning, `weightOfWords` of its BM25, or both. */
  sum: number;
  /** Of the vectors of question and chunk; absent where one of them is not there. */
  cosine?: number | undefined;
};

/**
 * What BM25 counts beside a cosine. Any value from .0125 to .025 ranks as well, and so do further terms for the share of the
 * question that is matched and for the number of chunks: docs/decisions/embeddings.md.
 */
export const weightOfWords = 0.0175;

/** Port: finds chunks by their meaning. A score is the cosine of the vectors of question and chunk. */
export type MeaningSource = {
  /** The nearest chunks, and those of `chunkIds` that have a vector, however near they are. Best first. */
  search(
    query: string,
    scope: SearchScope,
    limit: number,
    signal: AbortSignal,
    chunkIds?: string[],
  ): Promise<Candidate[]>;
};

/**
 * Port: one way to find chunks, by their words for example. How it ranks is its own affair; what it finds is looked up in
 * the store before anyone sees it, so a candidate may be gone already.
 */
export type CandidateSource = {
  /**
   * At most `limit` candidates, best first, each chunk once. Fewer than `limit` means that there are no more. Throws when
   * the signal aborts.
   */
  search(query: string, scope: SearchScope, limit: number, signal: AbortSignal): Promise<Candidate[]>;
};
