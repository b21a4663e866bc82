import { type Kysely, sql } from "kysely";

/**
 * Empties SQLite's write-ahead log into the database file, so that what was deleted stands in neither: the log keeps
 * what was written, and deleted since, until it is emptied. Callers that come while one waits for its turn share it.
 */
export const createCheckpoint = <T>(database: Kysely<T>): (() => Promise<void>) => {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  const empty = async () => {
    next = null;
    await sql`pragma wal_checkpoint(truncate)`.execute(database);
  };
  return () => {
    if (next) return next;
    const turn = running.then(empty, empty);
    next = turn;
    running = turn;
    return turn;
  };
};
