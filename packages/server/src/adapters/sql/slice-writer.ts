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

/** Inserts rows, at most `rowsPerSlice`, in one statement. */
export const createInsertRows = (
  database: Kysely<Database>,
  table: "elements" | "chunks",
  columns: string[],
) => {
  // Building a statement costs more than running it, and only its values differ: there is one for each number of rows.
  const statements = new Map<number, string>();
  const compile = (rows: number): string => {
    const row = sql`(${sql.join(columns.map(() => null))})`;
    return sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
        values ${sql.join(Array(rows).fill(row))}`.compile(database).sql;
  };
  return async (transaction: Transaction<Database>, rows: Cells[]): Promise<void> => {
    if (rows.length === 0) return;
    const statement = statements.get(rows.length) ?? compile(rows.length);
    statements.set(rows.length, statement);
    await transaction.executeQuery(CompiledQuery.raw(statement, rows.flat()));
  };
};

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
  const insert = createInsertRows(database, table, columns);

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
