import type { FileId } from "../../kernel/ids.ts";
import type { EmbeddingSpace } from "./vector-store.ts";

/** A chunk, and the cosine of its vector and that of the question. */
export type VectorHit = { chunkId: string; score: number };

export type VectorQuery = {
  /** Of length 1. */
  vector: Float32Array;
  /** The nearest chunks, at most so many, whose cosine is above 0. */
  limit: number;
  /** Only chunks of these files; absent: the whole project. */
  fileIds?: FileId[] | undefined;
  /** Chunks that are wanted beside the nearest, however far they are; those of other files or without a vector are left out. */
  chunkIds?: string[] | undefined;
};

/** Port: searches the vectors of a space. What it holds is derived from the vector store. */
export type VectorIndex = {
  /**
   * Best first, each chunk once. What had its vectors before the call is found, and what was removed is not. Among more than
   * some thousand chunks nearly all of the nearest are found: docs/decisions/embeddings.md says how many.
   */
  search(space: EmbeddingSpace, query: VectorQuery): Promise<VectorHit[]>;
  close(): Promise<void>;
};
