import type { FileId, ProjectId } from "../../kernel/ids.ts";
import type { EmbeddingSpace } from "./vector-store.ts";

/** A chunk near a question. `score` is the cosine of the two vectors, above 0. */
export type VectorHit = { chunkId: string; fileId: FileId; position: number; score: number };

export type VectorQuery = {
  /** Of length 1. */
  vector: Float32Array;
  limit: number;
  /** Only chunks of these files; absent: the whole project. */
  fileIds?: FileId[] | undefined;
};

/** Port: searches the vectors of a space. What it holds is derived from the vector store. */
export type VectorIndex = {
  /** Best first; ties by file, then position. Exact. */
  search(space: EmbeddingSpace, query: VectorQuery): Promise<VectorHit[]>;
  /** Sets of the project were added or removed: the next search looks at the store again. */
  changed(projectId: ProjectId): void;
  close(): Promise<void>;
};
