import { type Kysely, SqliteAdapter, sql, type Transaction } from "kysely";
import type { Database } from "./schema.ts";

/**
 * A transaction that need not be on disk when it returns, for rows that nobody reads before a later transaction makes
 * them count: that one takes all that was committed before it to the disk, too. With SQLite this saves the thread that
 * answers HTTP the wait for the disk. A crash of the process loses nothing; after a power cut the last ones may be gone,
 * always with all that followed them.
 */
export function unsyncedTransaction(
  database: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<void>,
): Promise<void> {
  if (!(database.getExecutor().adapter instanceof SqliteAdapter)) return database.transaction().execute(work);
  // The connection is held: nobody else's transaction runs while it is set this way.
  return database.connection().execute(async (held) => {
    await sql`pragma synchronous = normal`.execute(held);
    try {
      await held.transaction().execute(work);
    } finally {
      await sql`pragma synchronous = full`.execute(held);
    }
  });
}
