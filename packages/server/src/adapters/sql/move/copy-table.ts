import { type Kysely, sql } from "kysely";
import { isSqlite } from "../is-sqlite.ts";
import type { Database } from "../schema.ts";
import { isInUse } from "../store-id.ts";
import { unsyncedTransaction } from "../unsynced-transaction.ts";
import { copyCounters } from "./copy-counters.ts";
import type { MovedTable } from "./moved-tables.ts";
import { countRowsOf, type Row, readLastRow, readPages } from "./row-pages.ts";

/**
 * Copies the rows that the other database lacks. They are written in the order of their key, a page in one transaction: what
 * an interrupted copy has left is all up to its last row. `onRows` is called with the rows that are there.
 */
export async function copyTable(
  from: Kysely<Database>,
  to: Kysely<Database>,
  table: MovedTable,
  onRows: (count: number) => void,
): Promise<void> {
  let count = await countRowsOf(to, table);
  onRows(count);
  for await (const rows of readPages(from, table, await readLastRow(to, table))) {
    await unsyncedTransaction(to, (transaction) => insertRows(transaction, table, rows));
    count += rows.length;
    onRows(count);
  }
  await copyCounters(from, to, table);
}

async function insertRows(
  database: Kysely<Database>,
  { name, columns, numbered }: MovedTable,
  rows: Row[],
): Promise<void> {
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`);
  const given = numbered !== null && !isSqlite(database) ? sql`overriding system value` : sql``;
  await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))}) ${given}
            values ${sql.join(values)}`.execute(database);
}

/** Removes the rows that migrations put into new tables, of a database that is not in use: it has no project. */
export async function clearNewTables(
  database: Kysely<Database>,
  tables: readonly MovedTable[],
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if (await isInUse(transaction)) throw new Error("This database is in use");
    for (const { name } of tables.toReversed())
      await sql`delete from ${sql.table(name)}`.execute(transaction);
  });
}
