import { parentPort, workerData } from "node:worker_threads";
import { connectDatabase, type DatabaseAddress } from "../adapters/sql/database-address.ts";
import { createSqlVectorStore } from "../adapters/sql/sql-vector-store.ts";
import { lowerThreadPriority } from "../adapters/threads/lower-priority.ts";
import { createNearIndex } from "../adapters/vectors/near-index.ts";
import { serveVectors } from "../adapters/vectors/serve-vectors.ts";

/** The start message of the thread. */
export type VectorThreadData = {
  database: DatabaseAddress;
  /** Where vectors are searched; null for this thread. */
  cluster: { address: string; storeId: string } | null;
};

/** The entry of the thread that searches vectors, with a connection of its own to the database. */
if (!parentPort) throw new Error("vector-thread runs as a worker thread only");

/** As the threads that answer. */
lowerThreadPriority(5);

const { database, cluster: place } = workerData as VectorThreadData;
const connected = await connectDatabase(database, { connections: 2 });
const store = createSqlVectorStore(connected);
if (place === null) serveVectors(parentPort, createNearIndex(store));
else {
  // Loaded where it is used, with the pool of its connections.
  const { openOpenSearchVectors } = await import("../adapters/opensearch/opensearch-vectors.ts");
  const cluster = openOpenSearchVectors(place, store);
  serveVectors(parentPort, createNearIndex(store, { cluster }), cluster);
}
