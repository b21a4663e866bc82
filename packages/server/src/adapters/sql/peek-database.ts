import { statSync } from "node:fs";
import type BetterSqlite from "better-sqlite3";
import type { Content } from "../../ports/blob-store.ts";
import { explainDamage } from "./damaged-database.ts";
import { hasColumn, hasTable, openForReading } from "./open-for-reading.ts";

export type DatabasePeek = {
  /** `empty`: a file without our tables. */
  state: "absent" | "empty" | "ours";
  /** Null in a database older than the ids of stores. */
  storeId: string | null;
  /** Whether a source is recorded with these bytes. */
  knows(content: Content): boolean;
  close(): void;
};

/**
 * Looks at a database before it is opened for work: changes nothing, migrates nothing, makes nothing. Throws an
 * OperatorError when it is damaged.
 */
export const peekDatabase = (path: string): DatabasePeek => {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  // SQLite is not asked about a file of no bytes: it would throw away the log that lies beside it.
  if (!size) return nothing(size === undefined ? "absent" : "empty");
  try {
    const sqlite = openForReading(path);
    try {
      return peek(sqlite);
    } catch (error) {
      sqlite.close();
      throw error;
    }
  } catch (error) {
    throw explainDamage(path, error);
  }
};

const peek = (sqlite: BetterSqlite.Database): DatabasePeek => {
  if (!hasTable(sqlite, "sources") && !hasTable(sqlite, "kysely_migration")) {
    sqlite.close();
    return nothing("empty");
  }
  const known = ["project_id", "content_hash"].every((column) => hasColumn(sqlite, "sources", column))
    ? sqlite.prepare("select 1 from sources where project_id = ? and content_hash = ? limit 1")
    : null;
  return {
    state: "ours",
    storeId: hasColumn(sqlite, "store", "store_id")
      ? ((sqlite.prepare("select store_id from store").pluck().get() as string) ?? null)
      : null,
    knows: ({ projectId, contentHash }) => known?.get(projectId, contentHash) !== undefined,
    close: () => void sqlite.close(),
  };
};

const nothing = (state: "absent" | "empty"): DatabasePeek => ({
  state,
  storeId: null,
  knows: () => false,
  close: () => {},
});
