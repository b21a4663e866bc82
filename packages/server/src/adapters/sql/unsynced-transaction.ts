import { type Kysely, sql, type Transaction } from "kysely";
import { isSqlite } from "./is-sqlite.ts";
import type { Database } from "./schema.ts";

/**
 * Work whose commits need not be on disk when they return: rows that no query reads before a later transaction makes them
 * count, and steps of a build, which is done again when its end is lost. A later commit that is on the disk has all of them
 * before it there. A crash of the process loses nothing; after a power cut the last ones may be gone, always with all
 * that followed them.
 */
export function unsynced<Result>(
  database: Kysely<Database>,
  work: (held: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  if (!isSqlite(database)) return work(database);
  // The connection is held: no other commit is made while it is set this way (see `withSharedSync`).
  return database.connection().execute(async (held) => {
    await sql`pragma synchronous = normal`.execute(held);
    try {
      return await work(held);
    } finally {
      await sql`pragma synchronous = full`.execute(held);
    }
  });
}

export const unsyncedTransaction = <Result>(
  database: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<Result>,
): Promise<Result> => unsynced(database, (held) => held.transaction().execute(work));
