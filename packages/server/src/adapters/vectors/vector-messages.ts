import type { VectorHit, VectorQuery } from "../../retrieval/dense/vector-index.ts";
import type { EmbeddingSpace } from "../../retrieval/dense/vector-store.ts";

export type ToVectorThread =
  | { kind: "search"; id: number; space: EmbeddingSpace; query: VectorQuery }
  | { kind: "changed"; projectId: string };

export type FromVectorThread = { id: number; hits: VectorHit[] } | { id: number; error: string };
