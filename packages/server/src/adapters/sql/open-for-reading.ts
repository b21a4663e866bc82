import { statSync } from "node:fs";
import BetterSqlite from "better-sqlite3";
import type { BlobReference } from "../../backup/stored-paths.ts";

/** How long a look waits for another process that recovers or closes the database, in ms. */
const busyTimeout = 5_000;

/**
 * Opens the SQLite file to look only: nothing is created, migrated or mended. An empty file counts as damaged without
 * asking SQLite, which would throw away the log that lies beside it.
 */
export const openForReading = (path: string): BetterSqlite.Database => {
  if (statSync(path, { throwIfNoEntry: false })?.size === 0)
    throw new BetterSqlite.SqliteError("the file is empty", "SQLITE_NOTADB");
  return new BetterSqlite(path, { readonly: true, fileMustExist: true, timeout: busyTimeout });
};

export const hasTable = (database: BetterSqlite.Database, name: string): boolean =>
  database.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get(name) !== undefined;

export const hasColumn = (database: BetterSqlite.Database, table: string, name: string): boolean =>
  database.prepare("select 1 from pragma_table_info(?) where name = ?").get(table, name) !== undefined;

/** The identity of the store; null in a database older than the ids of stores. */
export const readStoreId = (database: BetterSqlite.Database): string | null => {
  if (!hasTable(database, "store")) return null;
  const row = database.prepare<[], { store_id: string }>("select store_id from store").get();
  return row?.store_id ?? null;
};

/** Every blob that sources use, once, with the size that they say. */
export const readBlobs = (database: BetterSqlite.Database): BlobReference[] => {
  if (!hasTable(database, "sources")) return [];
  // Databases from before 0035 kept every original.
  const isUsed = hasColumn(database, "sources", "original_removed_at")
    ? "original_removed_at is null"
    : "true";
  return database
    .prepare<[], BlobReference>(
      `select project_id as projectId, content_hash as contentHash,
         max(case when file_source = 'local file' then file_size end) as size
       from sources where length(content_hash) = 64 and ${isUsed}
       group by project_id, content_hash`,
    )
    .all();
};

/** The sources that name these bytes. */
export const readNames = (
  database: BetterSqlite.Database,
  contentHash: string,
): { fileId: string; fileName: string }[] =>
  database
    .prepare<[string], { fileId: string; fileName: string }>(
      "select file_id as fileId, file_name as fileName from sources where content_hash = ? order by ordinal",
    )
    .all(contentHash);

/** Names of migrations that are in the database and not among those known. */
export const readUnknownMigrations = (database: BetterSqlite.Database, known: string[]): string[] => {
  if (!hasTable(database, "kysely_migration")) return [];
  return database
    .prepare<[], { name: string }>("select name from kysely_migration")
    .all()
    .map(({ name }) => name)
    .filter((name) => !known.includes(name));
};
