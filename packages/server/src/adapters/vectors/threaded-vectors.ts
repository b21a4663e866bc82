import type { VectorIndex } from "../../retrieval/dense/vector-index.ts";
import type { EmbeddingSpace } from "../../retrieval/dense/vector-store.ts";
import { createCalledThread } from "../threads/called-thread.ts";
import { type NearChunks, type NearQuery, toHits, toNearQuery } from "./near-query.ts";

/** The first search of a project reads all of its vectors. */
const callMs = 30_000;

export type VectorCall = { space: EmbeddingSpace; query: NearQuery };

/** Searches in a thread of its own, which starts with the first search. */
export function createThreadedVectors(entry: URL, workerData: unknown): VectorIndex {
  const thread = createCalledThread(entry, workerData, { purpose: "that searches vectors", callMs });
  return {
    async search(space, query) {
      if (query.fileIds?.length === 0) return [];
      const call: VectorCall = { space, query: toNearQuery(query) };
      return toHits((await thread.call(call)) as NearChunks);
    },
    close: thread.close,
  };
}
