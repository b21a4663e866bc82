import { parentPort, workerData } from "node:worker_threads";
import { createCheckpoint } from "../adapters/sql/checkpoint.ts";
import { connectSqlite } from "../adapters/sql/open-database.ts";
import { createSqlWordStore } from "../adapters/sql/sql-word-store.ts";
import { lowerThreadPriority } from "../adapters/threads/lower-priority.ts";
import { serveWords, warn } from "../adapters/words/serve-words.ts";
import { createWordIndex } from "../adapters/words/word-index.ts";
import { systemTimer } from "../kernel/timer.ts";

/** What the thread is told at its start. */
export type WordThreadData = { database: string };

/** The entry of the thread that searches by words and keeps the index's segments, with a connection of its own. */
if (!parentPort) throw new Error("word-thread runs as a worker thread only");

/** As the threads that answer. */
lowerThreadPriority(5);

const port = parentPort;
const database = connectSqlite((workerData as WordThreadData).database);
const index = createWordIndex(createSqlWordStore(database), {
  onDamage: (projectId, { message }) =>
    warn(port, projectId, `${message}: the project's words' index is made again from its chunks`),
});
serveWords(port, index, { timer: systemTimer, erase: createCheckpoint(database).empty });
