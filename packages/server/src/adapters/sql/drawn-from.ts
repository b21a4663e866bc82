import { type Kysely, sql, type Transaction } from "kysely";
import type { FileId, ProjectId } from "../../kernel/ids.ts";
import type { Database } from "./schema.ts";
import { idsPerStatement, nextTurn, rowsPerRemoval, slicesOf } from "./slices.ts";

/** What flows keep that was drawn from sources, and the table that says from which. */
const drawn = {
  flow_node_records: { id: "record_id", files: "flow_record_files" },
  flow_runs: { id: "run_id", files: "flow_run_files" },
} as const;

type Drawn = keyof typeof drawn;

/** Says which sources a record or run is drawn from, instead of those that it was drawn from before. */
export const replaceDrawnFrom = async (
  transaction: Transaction<Database>,
  table: Drawn,
  id: string,
  fileIds: FileId[],
): Promise<void> => {
  const { files, id: idColumn } = drawn[table];
  const known = await sql<{ file_id: string }>`
    select file_id from ${sql.table(files)} where ${sql.ref(idColumn)} = ${id}`.execute(transaction);
  const before = new Set(known.rows.map((row) => row.file_id));
  const after = new Set(fileIds);
  // Mostly they are the same.
  for (const ids of slicesOf(
    [...before].filter((fileId) => !after.has(fileId)),
    idsPerStatement,
  )) {
    await sql`delete from ${sql.table(files)}
      where ${sql.ref(idColumn)} = ${id} and file_id in (${sql.join(ids)})`.execute(transaction);
  }
  for (const ids of slicesOf(
    [...after].filter((fileId) => !before.has(fileId)),
    idsPerStatement,
  )) {
    const rows = ids.map((fileId) => sql`(${id}, ${fileId})`);
    await sql`insert into ${sql.table(files)} (${sql.ref(idColumn)}, file_id)
      values ${sql.join(rows)}`.execute(transaction);
  }
};

/**
 * Removes, in slices, most of what was drawn from a source that is about to be removed: the transaction that removes it
 * takes the rest, see `removeDrawnFrom`. Cut short, the source is still there, and can be removed again.
 */
export const thinDrawnFrom = async (
  database: Kysely<Database>,
  { projectId, fileId }: { projectId: ProjectId; fileId: FileId },
): Promise<void> => {
  for (const table of ["flow_runs", "flow_node_records"] as const) {
    while (await exceedsSlice(database, table, projectId, fileId)) {
      await removeSlice(database, table, fileId);
      await nextTurn();
    }
  }
};

/** Removes what was drawn from a source. */
export const removeDrawnFrom = async (transaction: Transaction<Database>, fileId: FileId): Promise<void> => {
  for (const table of ["flow_runs", "flow_node_records"] as const)
    while ((await removeSlice(transaction, table, fileId)) === rowsPerRemoval);
};

/** Whether more than a slice was drawn from a source of the project; nothing was from another project's. */
const exceedsSlice = async (
  database: Kysely<Database>,
  table: Drawn,
  projectId: ProjectId,
  fileId: FileId,
): Promise<boolean> => {
  const { rows } = await sql`
    select 1 as found from ${sql.table(drawn[table].files)} where file_id in
      (select file_id from sources where file_id = ${fileId} and project_id = ${projectId})
    limit ${sql.lit(rowsPerRemoval + 1)}`.execute(database);
  return rows.length > rowsPerRemoval;
};

/** Answers how many went. */
const removeSlice = async (database: Kysely<Database>, table: Drawn, fileId: FileId): Promise<number> => {
  const { id, files } = drawn[table];
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ${sql.ref(id)} in
      (select ${sql.ref(id)} from ${sql.table(files)} where file_id = ${fileId}
        limit ${sql.lit(rowsPerRemoval)})`.execute(database);
  return Number(numAffectedRows ?? 0);
};
