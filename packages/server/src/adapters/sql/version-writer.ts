import { CompiledQuery, type Kysely, sql, type Transaction } from "kysely";
import type { VersionId } from "../../kernel/ids.ts";
import type { Database } from "./schema.ts";
import { nextTurn } from "./slices.ts";

/** One row's values, in the order of the columns. */
export type Cells = (string | number | null)[];

/** What one transaction may hold, so that the thread is soon free again. */
const rowsPerSlice = 100;
const charactersPerSlice = 100_000;

/**
 * Appends rows to a version that is still being written, slice by slice, and keeps count of them on the version.
 * Throws when the version was activated or removed.
 */
export const createVersionWriter = (
  database: Kysely<Database>,
  table: "elements" | "chunks",
  columns: string[],
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

  const writeSlice = async (versionId: VersionId, rows: Cells[]): Promise<void> => {
    await database.transaction().execute(async (transaction) => {
      const counter = table === "elements" ? "element_count" : "chunk_count";
      // Counting first also holds the version: nobody can remove it before the rows are in.
      const { numUpdatedRows } = await transaction
        .updateTable("versions")
        .set((version) => ({ [counter]: version(counter, "+", rows.length) }))
        .where("version_id", "=", versionId)
        .where("status", "=", "inactive")
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw versionClosed(versionId, table);
      await insert(transaction, rows);
    });
  };

  return async (versionId: VersionId, rows: Iterable<Cells>): Promise<void> => {
    let slice: Cells[] = [];
    let characters = 0;
    for (const row of rows) {
      slice.push(row);
      for (const cell of row) if (typeof cell === "string") characters += cell.length;
      if (slice.length < rowsPerSlice && characters < charactersPerSlice) continue;
      await writeSlice(versionId, slice);
      await nextTurn();
      slice = [];
      characters = 0;
    }
    if (slice.length > 0) await writeSlice(versionId, slice);
  };
};

const versionClosed = (versionId: VersionId, table: string): Error =>
  new Error(`Version ${versionId} takes no more ${table}: it is unknown, active already, or removed`);
