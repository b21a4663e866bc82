import type { ProjectId } from "../../kernel/ids.ts";
import type { ChunkHit, ChunkIndex } from "../../retrieval/chunk-index.ts";
import type { WordSearch, WordSearches } from "../../retrieval/words/word-index.ts";
import { createCalledThread } from "../threads/called-thread.ts";

/** The first call of a large project reads its segments. */
const callMs = 60_000;

export type WordCall =
  | { kind: "search"; projectId: ProjectId; query: WordSearch }
  | { kind: "searchAll"; projectId: ProjectId; query: WordSearches }
  | { kind: "compare"; projectId: ProjectId }
  | { kind: "keep"; isKeeper: boolean };

/** Something happened that the operator should know. */
export type WordWarning = { projectId: ProjectId | null; text: string };

type Comparison = { missing: number; leftOver: number };

export type ThreadedWords = ChunkIndex & {
  /** Compares a project with the database: what the index lacks is listed as unindexed, what it should not have goes. */
  compare(projectId: ProjectId): Promise<Comparison>;
  /** Whether this process is the one that stores segments. */
  keep(isKeeper: boolean): Promise<void>;
  close(): Promise<void>;
};

/** The words' index in a thread of its own, which starts at once: it stores segments, too. */
export function createThreadedWords(
  entry: URL,
  workerData: unknown,
  onWarning: (projectId: ProjectId | null, text: string) => void,
): ThreadedWords {
  const thread = createCalledThread(entry, workerData, {
    purpose: "of the words' index",
    callMs,
    onNotice(notice) {
      const { projectId, text } = notice as WordWarning;
      onWarning(projectId, text);
    },
    onCrash: (error) => onWarning(null, `The thread of the words' index ended: ${error.message}`),
  });
  const call = (message: WordCall) => thread.call(message);
  thread.start();
  return {
    async search(projectId, { fileIds, ...query }) {
      if (query.terms.length === 0 || fileIds?.length === 0) return [];
      const files = fileIds && { fileIds: fileIds.join() };
      return (await call({ kind: "search", projectId, query: { ...query, ...files } })) as ChunkHit[];
    },
    async searchAll(projectId, { fileIds, queries }) {
      if (queries.length === 0 || fileIds?.length === 0) return queries.map(() => []);
      const files = fileIds && { fileIds: fileIds.join() };
      return (await call({ kind: "searchAll", projectId, query: { queries, ...files } })) as ChunkHit[][];
    },
    compare: async (projectId) => (await call({ kind: "compare", projectId })) as Comparison,
    async keep(isKeeper) {
      await call({ kind: "keep", isKeeper });
    },
    close: thread.close,
  };
}
