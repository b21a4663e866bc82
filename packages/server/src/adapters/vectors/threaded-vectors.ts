import type { VectorIndex } from "../../retrieval/dense/vector-index.ts";
import type { EmbeddingSpace } from "../../retrieval/dense/vector-store.ts";
import { createCalledThread } from "../threads/called-thread.ts";
import { type NearChunks, type NearQuery, toHits, toNearQuery } from "./near-query.ts";

/** The first search of a project reads all of its vectors. */
const callMs = 30_000;

export type VectorCall =
  | { kind: "search"; space: EmbeddingSpace; query: NearQuery }
  | { kind: "keep"; isKeeper: boolean };

export type ThreadedVectors = VectorIndex & {
  /** Whether this process is the one that brings a cluster up to the database. */
  keep(isKeeper: boolean): Promise<void>;
};

/** Searches in a thread of its own, which starts with the first call. */
export function createThreadedVectors(
  entry: URL,
  workerData: unknown,
  onWarning: (text: string) => void = () => {},
): ThreadedVectors {
  const thread = createCalledThread(entry, workerData, {
    purpose: "that searches vectors",
    callMs,
    onNotice: (notice) => onWarning(notice as string),
  });
  const call = (message: VectorCall) => thread.call(message);
  return {
    async search(space, query) {
      if (query.fileIds?.length === 0) return [];
      return toHits((await call({ kind: "search", space, query: toNearQuery(query) })) as NearChunks);
    },
    async keep(isKeeper) {
      await call({ kind: "keep", isKeeper });
    },
    close: thread.close,
  };
}
