import { expiryMs } from "./expiry.ts";
import type { LastingOwnershipStore } from "./ownership-store.ts";
import { tableName } from "./table-name.ts";
import { isBusy, untilFree } from "./until-free.ts";

type Value = string | number;

/** A database of `node:sqlite` (Node 22.13 and later) or `better-sqlite3`. */
export type SqliteDatabase = {
  exec: (sql: string) => unknown;
  prepare: (sql: string) => {
    run: (...values: Value[]) => { changes: number | bigint };
    get: (...values: Value[]) => unknown;
    all: (...values: Value[]) => unknown[];
  };
};

export type SqliteOwnershipStoreOptions = {
  /** Name of the table. It is made when it is absent. Default `headwater_owners`. */
  table?: string;
};

/**
 * An ownership store in a SQLite database, for the processes of one machine. The database is the application's: it opens
 * and closes it. The store switches it to write-ahead logging (`journal_mode=WAL`, which the file keeps), and waits up to
 * four seconds for other processes, without stopping its own. A database that can't be used throws here.
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
  let prepared: Statements | undefined;
  const statements = () => {
    prepared ??= prepareStatements(database, owners);
    return prepared;
  };
  try {
    statements();
  } catch (error) {
    // Another process makes the table: the first call tries again.
    if (!isBusy(error)) throw error;
  }
  type Row = { id: string; caller: string };

  return {
    lasting: true,
    claim: (kind, id, caller) =>
      untilFree(() => {
        const { expire, insert } = statements();
        const now = Date.now();
        const maxAge = expiryMs[kind];
        if (maxAge !== undefined) expire.run(kind, now - maxAge);
        insert.run(kind, id, caller, now);
      }),
    ownerOf: (kind, id) => untilFree(() => (statements().owner.get(kind, id) as Row | undefined)?.caller),
    listOwned: (kind, caller) =>
      untilFree(() => (statements().owned.all(kind, caller) as Row[]).map(({ id }) => id)),
    release: (kind, id) => untilFree(() => Number(statements().remove.run(kind, id).changes) > 0),
    listOpen: (max) =>
      untilFree(() =>
        (statements().open.all(max) as Row[]).map(({ id, caller }) => ({ buildId: id, caller })),
      ),
  };
}

type Statements = ReturnType<typeof prepareStatements>;

function prepareStatements(database: SqliteDatabase, owners: string) {
  database.exec("PRAGMA journal_mode = WAL");
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
  return {
    insert: database.prepare(
      `INSERT INTO ${owners} (kind, id, caller, claimed_at) VALUES (?, ?, ?, ?) ON CONFLICT (kind, id) DO NOTHING`,
    ),
    expire: database.prepare(`DELETE FROM ${owners} WHERE kind = ? AND claimed_at < ?`),
    owner: database.prepare(`SELECT caller FROM ${owners} WHERE kind = ? AND id = ?`),
    owned: database.prepare(`SELECT id FROM ${owners} WHERE kind = ? AND caller = ? ORDER BY sequence`),
    remove: database.prepare(`DELETE FROM ${owners} WHERE kind = ? AND id = ?`),
    open: database.prepare(
      `SELECT id, caller FROM ${owners} WHERE kind = 'ingestion' ORDER BY sequence LIMIT ?`,
    ),
  };
}
