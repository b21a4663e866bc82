import { CompiledQuery, type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "./schema.ts";
import { nextTurn } from "./slices.ts";
import { unsyncedTransaction } from "./unsynced-transaction.ts";

/** One row's values, in the order of the columns. */
export type Cells = (string | number | Uint8Array | null)[];

/** Counts rows on what they belong to, in the transaction that is about to insert them. Throws when it takes no more. */
export type CountRows = (transaction: Transaction<Database>, ownerId: string, rows: number) => Promise<void>;

/** What one transaction may hold, so that the thread is soon free again. */
const rowsPerSlice = 100;
const charactersPerSlice = 100_000;

/**
 * Appends rows to a version, or to a chunk set of one, that is still being written: slice by slice, each counted. They
 * are on disk for sure once the version is active.
 */
export const createSliceWriter = (
  database: Kysely<Database>,
  table: "elements" | "chunks",
  columns: string[],
  count: CountRows,
) => {
  const insertion = (rows: Cells[]) =>
    sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
        values ${sql.join(rows.map((row) => sql`(${sql.join(row)})`))}`.compile(database);

  // Building a statement of this size costs more than running it, and only its values differ.
  const fullSlice = insertion(Array.from({ length: rowsPerSlice }, () => columns.map(() => null))).sql;

  const insert = (transaction: Transaction<Database>, rows: Cells[]) =>
    transaction.executeQuery(
      rows.length === rowsPerSlice ? CompiledQuery.raw(fullSlice, rows.flat()) : insertion(rows),
    );

  const writeSlice = (ownerId: string, rows: Cells[]): Promise<void> =>
    unsyncedTransaction(database, async (transaction) => {
      await count(transaction, ownerId, rows.length);
      await insert(transaction, rows);
    });

  return async (ownerId: string, rows: Iterable<Cells>): Promise<void> => {
    let slice: Cells[] = [];
    let characters = 0;
    for (const row of rows) {
      slice.push(row);
      for (const cell of row) if (typeof cell === "string") characters += cell.length;
      if (slice.length < rowsPerSlice && characters < charactersPerSlice) continue;
      await writeSlice(ownerId, slice);
      await nextTurn();
      slice = [];
      characters = 0;
    }
    if (slice.length > 0) await writeSlice(ownerId, slice);
  };
};
