import { parentPort, workerData } from "node:worker_threads";
import { createCheckpoint } from "../adapters/sql/checkpoint.ts";
import { connectDatabase, type DatabaseAddress } from "../adapters/sql/database-address.ts";
import { createSqlWordStore } from "../adapters/sql/sql-word-store.ts";
import { lowerThreadPriority } from "../adapters/threads/lower-priority.ts";
import { serveWords, warn } from "../adapters/words/serve-words.ts";
import { createWordIndex } from "../adapters/words/word-index.ts";
import { systemTimer } from "../kernel/timer.ts";

/** The start message of the thread. */
export type WordThreadData = { database: DatabaseAddress; isShared: boolean };

/** The entry of the thread that searches by words and keeps the index's segments, with a connection of its own. */
if (!parentPort) throw new Error("word-thread runs as a worker thread only");

/** As the threads that answer. */
lowerThreadPriority(5);

const port = parentPort;
const { database: address, isShared } = workerData as WordThreadData;
const database = await connectDatabase(address, { connections: 2 });
const index = createWordIndex(createSqlWordStore(database), {
  isShared,
  onDamage: (projectId, { message }) =>
    warn(port, projectId, `${message}: the project's words' index is made again from its chunks`),
});
serveWords(port, index, {
  timer: systemTimer,
  isKeeper: !isShared,
  erase: address.kind === "sqlite" ? createCheckpoint(database).empty : async () => {},
});
