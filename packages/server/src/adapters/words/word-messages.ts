import type { ChunkHit } from "../../retrieval/chunk-index.ts";
import type { WordSearch } from "./word-index.ts";

export type ToWordThread =
  | { id: number; kind: "search"; projectId: string; query: WordSearch }
  | { id: number; kind: "compare"; projectId: string };

export type WordAnswer = { search: ChunkHit[]; compare: { missing: number; leftOver: number } };

export type FromWordThread =
  | { kind: "answer"; id: number; answer: WordAnswer[keyof WordAnswer] }
  | { kind: "failure"; id: number; error: string }
  /** Something happened that the operator should know. */
  | { kind: "warning"; projectId: string | null; text: string };
