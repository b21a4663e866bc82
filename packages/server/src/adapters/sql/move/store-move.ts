import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { isSqlite } from "../is-sqlite.ts";
import type { Database } from "../schema.ts";

/**
 * The mark of a move, in both of its databases. `preparing`: builds are ended and no new ones begun. `copying`: nothing is
 * written but what questions write. `finishing`: nothing is written. `moved`: all is copied, and this is the one that was left.
 * `arriving`: this is the one that is filled.
 */
const storeMoveSchema = z.object({
  /** The same in both. Another move of the same store has another one. */
  moveId: z.string(),
  state: z.enum(["preparing", "copying", "finishing", "moved", "arriving"]),
  /** Where the other end is, without passwords. */
  place: z.string(),
  /** Where the files are at the other end. */
  filesPlace: z.string(),
  /** ISO 8601. */
  startedAt: z.string(),
});

export type StoreMove = z.infer<typeof storeMoveSchema>;

/** There only while a store is moved, so it is in no migration. One row. */
export const storeMoveTable = "store_move";

/** Null for a store that is not moved. */
export async function readStoreMove(database: Kysely<Database>): Promise<StoreMove | null> {
  const there = isSqlite(database)
    ? sql`select 1 as is_there from sqlite_master where type = 'table' and name = ${storeMoveTable}`
    : sql`select 1 as is_there where to_regclass(${storeMoveTable}) is not null`;
  if ((await there.execute(database)).rows.length === 0) return null;
  const { rows } = await sql<{ mark: string }>`select mark from ${sql.table(storeMoveTable)}`.execute(
    database,
  );
  return rows[0] ? storeMoveSchema.parse(JSON.parse(rows[0].mark)) : null;
}

/** Makes the mark, or changes it. */
export async function writeStoreMove(database: Kysely<Database>, move: StoreMove): Promise<void> {
  const table = sql.table(storeMoveTable);
  await database.transaction().execute(async (transaction) => {
    await sql`create table if not exists ${table} (mark text not null)`.execute(transaction);
    await sql`delete from ${table}`.execute(transaction);
    await sql`insert into ${table} (mark) values (${JSON.stringify(move)})`.execute(transaction);
  });
}

export const removeStoreMove = async (database: Kysely<Database>): Promise<void> => {
  await sql`drop table if exists ${sql.table(storeMoveTable)}`.execute(database);
};
