import type { FastifyBaseLogger } from "fastify";
import { removeOldIndex } from "../adapters/filesystem/old-index.ts";
import { createIndexLog } from "../adapters/index-log.ts";
import { createThreadPool } from "../adapters/threads/thread-pool.ts";
import { createThreadedTerms } from "../adapters/threads/threaded-documents.ts";
import { createThreadedWords } from "../adapters/words/threaded-words.ts";
import type { Settings } from "../config.ts";
import type { Timer } from "../kernel/timer.ts";
import type { ChunkIndex } from "../retrieval/chunk-index.ts";
import { createBackgroundIndexing } from "../retrieval/words/background-indexing.ts";
import type { CutTerms } from "../retrieval/words/cut-terms.ts";
import type { IndexProgress } from "../retrieval/words/index-progress.ts";
import type { Closing } from "./closing.ts";
import { documentThread } from "./document-thread-entry.ts";
import type { Processes } from "./processes.ts";
import { reportKeeper } from "./report-keeper.ts";
import type { SearchCluster } from "./search-cluster.ts";
import type { OpenStores } from "./stores.ts";
import { threadEntry } from "./thread-entry.ts";
import { threadLimits } from "./thread-limits.ts";
import type { WordThreadData } from "./word-thread.ts";

export type Words = {
  index: ChunkIndex;
  indexProgress: () => IndexProgress;
  cutTerms: CutTerms;
  /** Begins to index what the words' index lacks, or to look how far another process is. */
  start(): void;
};

/** The words' index, as every process has it that searches or stores segments. */
export function composeWords(
  { folder, database, stores, storeId }: OpenStores,
  { signals, keeper }: Processes,
  settings: Pick<Settings, "buildTimeoutMs">,
  {
    cluster,
    logger,
    timer,
    closing,
  }: {
    /** Null: the index is in the database. */
    cluster: SearchCluster | null;
    logger: FastifyBaseLogger;
    timer: Timer;
    closing: Closing;
  },
): Words {
  // Terms of what the index lacks have a thread of their own: a search never waits behind a build.
  const termCutters = createThreadPool({ ...threadLimits(settings, logger), size: 1 }, documentThread);
  closing.push(() => termCutters.close());
  const cutTerms = createThreadedTerms(termCutters);
  const log = createIndexLog(logger);
  const workerData: WordThreadData = {
    database,
    isShared: signals !== null,
    cluster: cluster && { address: cluster.address, storeId },
  };
  const words = createThreadedWords(threadEntry("word"), workerData, log.warned);
  const indexing = createBackgroundIndexing({
    ...{ ...stores, index: words, cutTerms, log, timer },
    isOurs: () => keeper?.isKeeper() ?? false,
    onWhole: async () => {
      const left = await removeOldIndex(folder.root);
      if (left !== null) log.warned(null, left);
    },
  });
  closing.push(
    () => words.close(),
    () => indexing.stop(),
  );
  if (signals) reportKeeper(keeper, words, { timer, closing });
  return {
    index: indexing.index,
    indexProgress: indexing.progress,
    cutTerms,
    start: indexing.start,
  };
}
