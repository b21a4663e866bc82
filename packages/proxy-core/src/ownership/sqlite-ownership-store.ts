import { expiryMs } from "./expiry.ts";
import type { LastingOwnershipStore } from "./ownership-store.ts";
import { tableName } from "./table-name.ts";

type Value = string | number;

/** A database of `node:sqlite` (Node 22.13 and later) or `better-sqlite3`. */
export type SqliteDatabase = {
  exec(sql: string): unknown;
  prepare(sql: string): {
    run(...values: Value[]): { changes: number | bigint };
    get(...values: Value[]): unknown;
    all(...values: Value[]): unknown[];
  };
};

export type SqliteOwnershipStoreOptions = {
  /** Name of the table. It is made when it is absent. Default `headwater_owners`. */
  table?: string;
};

/**
 * An ownership store in a SQLite database, for the processes of one machine. The database is the application's: it opens
 * and closes it.
 *
 * @example
 * import { DatabaseSync } from "node:sqlite";
 * const ownership = createSqliteOwnershipStore(new DatabaseSync("owners.db"));
 */
export function createSqliteOwnershipStore(
  database: SqliteDatabase,
  { table }: SqliteOwnershipStoreOptions = {},
): LastingOwnershipStore {
  const owners = tableName(table);
  database.exec(`
    CREATE TABLE IF NOT EXISTS ${owners} (
      sequence INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      id TEXT NOT NULL,
      caller TEXT NOT NULL,
      claimed_at INTEGER NOT NULL,
      UNIQUE (kind, id)
    );
    CREATE INDEX IF NOT EXISTS ${owners}_caller ON ${owners} (kind, caller, sequence);
    CREATE INDEX IF NOT EXISTS ${owners}_age ON ${owners} (kind, claimed_at);
  `);
  const insert = database.prepare(
    `INSERT INTO ${owners} (kind, id, caller, claimed_at) VALUES (?, ?, ?, ?) ON CONFLICT (kind, id) DO NOTHING`,
  );
  const expire = database.prepare(`DELETE FROM ${owners} WHERE kind = ? AND claimed_at < ?`);
  const owner = database.prepare(`SELECT caller FROM ${owners} WHERE kind = ? AND id = ?`);
  const owned = database.prepare(`SELECT id FROM ${owners} WHERE kind = ? AND caller = ? ORDER BY sequence`);
  const remove = database.prepare(`DELETE FROM ${owners} WHERE kind = ? AND id = ?`);
  const open = database.prepare(
    `SELECT id, caller FROM ${owners} WHERE kind = 'ingestion' ORDER BY sequence LIMIT ?`,
  );
  type Row = { id: string; caller: string };

  return {
    lasting: true,
    async claim(kind, id, caller) {
      const now = Date.now();
      const maxAge = expiryMs[kind];
      if (maxAge !== undefined) expire.run(kind, now - maxAge);
      insert.run(kind, id, caller, now);
    },
    ownerOf: async (kind, id) => (owner.get(kind, id) as Row | undefined)?.caller,
    listOwned: async (kind, caller) => (owned.all(kind, caller) as Row[]).map(({ id }) => id),
    release: async (kind, id) => Number(remove.run(kind, id).changes) > 0,
    listOpen: async (max) => (open.all(max) as Row[]).map(({ id, caller }) => ({ buildId: id, caller })),
  };
}
