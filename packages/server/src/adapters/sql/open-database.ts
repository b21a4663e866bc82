import { closeSync, openSync, statSync } from "node:fs";
import BetterSqlite from "better-sqlite3";
import { type Dialect, Kysely, SqliteAdapter, SqliteDialect } from "kysely";
import { LRUCache } from "lru-cache";
import { withBusyRetry } from "./busy-retry.ts";
import { boundCopies, copyBeforeMigration } from "./copy-before-migration.ts";
import { explainDamage } from "./damaged-database.ts";
import { createLogSync } from "./log-sync.ts";
import { migrateToLatest } from "./migrate.ts";
import { withFrozenWrites } from "./move/frozen-writes.ts";
import { layOut, pageBytesOf, rewriteDatabase } from "./page-layout.ts";
import type { Database } from "./schema.ts";
import { withSharedSync } from "./shared-sync.ts";

/** How long opening waits for another process that opens or writes, in ms. Once open, `withBusyRetry` waits instead. */
const busyTimeout = 5_000;

/**
 * The write-ahead log is copied into the database when it has so many bytes. Most pages in it are there many times, and the
 * latest of each is copied.
 */
const maxLogBytes = 8 * 1024 * 1024;

/** Prepared statements kept; the stores use fewer, queries with lists of varying length come and go. */
const statementsKept = 200;

/**
 * A larger database of an earlier version is not written anew after its migrations: that takes seconds, and as much
 * memory.
 */
const maxRewrittenBytes = 100_000_000;

export type OpenSqliteOptions = {
  /** Called with where the database was copied to before its tables were changed. */
  onCopy?: (copy: string) => void;
};

/**
 * Opens the SQLite database at `path`, creating and migrating it as needed; one that is migrated is copied first. A
 * commit is on disk when it returns (but see `unsyncedTransaction`), and what is deleted is overwritten.
 * Throws a clear error when the file is not a database, is damaged, or was made by a newer Headwater.
 */
export const openSqlite = async (
  path: string,
  { onCopy = () => {} }: OpenSqliteOptions = {},
): Promise<Kysely<Database>> => {
  try {
    closeSync(openSync(path, "a", 0o600));
    const database = connectSqlite(path);
    let isOlder = false;
    try {
      await migrateToLatest(database, async (migration) => {
        isOlder = true;
        onCopy(await copyBeforeMigration(path, migration));
        await boundCopies(path);
      });
    } catch (error) {
      await database.destroy();
      throw error;
    }
    if (!isOlder || statSync(path).size > maxRewrittenBytes) return database;
    await database.destroy();
    rewriteDatabase(path);
    return connectSqlite(path);
  } catch (error) {
    throw explainDamage(path, error);
  }
};

/** Connects to a database that `openSqlite` has opened elsewhere in this process: nothing is made or migrated. */
export const connectSqlite = (path: string): Kysely<Database> =>
  new Kysely<Database>({ dialect: sqliteDialect(connect(path), path) });

class SharedSqliteAdapter extends SqliteAdapter {
  /** There is one, which `withSharedSync` hands from one to the next, sooner than Kysely would. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
  /**
   * Kysely takes SQLite for unable to undo a half-done migration; it can, and a crash in one must leave nothing
   * behind.
   */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

const sqliteDialect = (database: ReturnType<typeof connect>, path: string): Dialect => {
  const dialect = new SqliteDialect({ database });
  return {
    createAdapter: () => new SharedSqliteAdapter(),
    createDriver: () =>
      withSharedSync(withBusyRetry(withFrozenWrites(dialect.createDriver())), createLogSync(`${path}-wal`)),
    createIntrospector: (kysely) => dialect.createIntrospector(kysely),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
};

const connect = (path: string) => {
  const sqlite = new BetterSqlite(path, { timeout: busyTimeout });
  try {
    // Of effect only while there is no table.
    layOut(sqlite);
    sqlite.pragma("journal_mode = WAL");
    sqlite.pragma(`wal_autocheckpoint = ${Math.round(maxLogBytes / pageBytesOf(sqlite))}`);
    // Commits wait for the disk in `withSharedSync`.
    sqlite.pragma("synchronous = NORMAL");
    sqlite.pragma("foreign_keys = ON");
    // What is deleted is overwritten with zeros, not left in free pages.
    sqlite.pragma("secure_delete = ON");
    sqlite.pragma("busy_timeout = 0");
  } catch (error) {
    sqlite.close();
    throw error;
  }
  return withStatementCache(sqlite);
};

/** Kysely prepares a statement for each query; keeping the latest ones saves most of a short query's time. */
const withStatementCache = (sqlite: BetterSqlite.Database) => {
  const statements = new LRUCache<string, BetterSqlite.Statement<unknown[]>>({ max: statementsKept });
  return {
    close: () => void sqlite.close(),
    prepare: (text: string) => {
      // SQLite carries out some of them while it prepares them: running a kept one may do nothing.
      if (text.startsWith("pragma incremental_vacuum")) return runToItsEnd(sqlite, text);
      if (text.startsWith("pragma")) return sqlite.prepare<unknown[]>(text);
      const statement = statements.get(text) ?? sqlite.prepare<unknown[]>(begunForWriting(text));
      statements.set(text, statement);
      return statement;
    },
  };
};

/** This statement stops after each page that it gives back: `run` would give back one. */
const runToItsEnd = (sqlite: BetterSqlite.Database, text: string) => ({
  reader: false,
  run: () => {
    sqlite.exec(text);
    return { changes: 0, lastInsertRowid: 0 };
  },
  all: () => [],
  iterate: () => [][Symbol.iterator](),
});

/**
 * Every transaction of ours writes. One begun for reading fails, without waiting, if another process wrote between
 * its first read and its first write.
 */
const begunForWriting = (text: string): string => (text === "begin" ? "begin immediate" : text);
