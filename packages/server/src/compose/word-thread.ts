import { parentPort, workerData } from "node:worker_threads";
import { createCheckpoint } from "../adapters/sql/checkpoint.ts";
import { connectDatabase, type DatabaseAddress } from "../adapters/sql/database-address.ts";
import { createSqlWordStore } from "../adapters/sql/sql-word-store.ts";
import { lowerThreadPriority } from "../adapters/threads/lower-priority.ts";
import { serveWords, warn } from "../adapters/words/serve-words.ts";
import { createWordIndex } from "../adapters/words/word-index.ts";
import { systemTimer } from "../kernel/timer.ts";
import type { WordIndex } from "../retrieval/words/word-index.ts";

/** The start message of the thread. */
export type WordThreadData = {
  database: DatabaseAddress;
  isShared: boolean;
  /** Where the index is; null for the database. */
  cluster: { address: string; storeId: string } | null;
};

/** The entry of the thread that searches by words and keeps the index's segments, with a connection of its own. */
if (!parentPort) throw new Error("word-thread runs as a worker thread only");

/** How often changes are written to a cluster, in ms: a question that comes before that waits for it. */
const lookEveryMs = 200;

/** As the threads that answer. */
lowerThreadPriority(5);

const port = parentPort;
const { database: address, isShared, cluster } = workerData as WordThreadData;
const database = await connectDatabase(address, { connections: 2 });
const store = createSqlWordStore(database);

const openIndex = async (): Promise<WordIndex> => {
  if (cluster === null)
    return createWordIndex(store, {
      isShared,
      onDamage: (projectId, { message }) =>
        warn(port, projectId, `${message}: the project's words' index is made again from its chunks`),
    });
  // Loaded where it is used, with the pool of its connections.
  const { openOpenSearchWords } = await import("../adapters/opensearch/opensearch-words.ts");
  return openOpenSearchWords(cluster, store);
};

const index = await openIndex();
serveWords(port, index, {
  timer: systemTimer,
  isKeeper: !isShared,
  ...(cluster && { tidyEveryMs: lookEveryMs }),
  erase: address.kind === "sqlite" ? createCheckpoint(database).empty : async () => {},
});
