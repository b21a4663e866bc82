import { setTimeout } from "node:timers/promises";
import { type Kysely, sql } from "kysely";

/** How long one waits for others that are about to delete, in ms: emptying the log costs as much as several commits. */
const gatherMs = 20;

/**
 * Empties SQLite's write-ahead log into the database file, so that what was deleted stands in neither: the log keeps
 * what was written, and deleted since, until it is emptied. Callers that come while one gathers share its turn. While
 * another process reads, a backup above all, the log can't be emptied; the next turn does it.
 */
export const createCheckpoint = <T>(database: Kysely<T>): (() => Promise<void>) => {
  let gathering: Promise<void> | null = null;
  const empty = async () => {
    await setTimeout(gatherMs);
    gathering = null;
    await sql`pragma wal_checkpoint(truncate)`.execute(database);
  };
  return () => {
    gathering ??= empty();
    return gathering;
  };
};
