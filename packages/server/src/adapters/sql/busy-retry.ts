import { setTimeout } from "node:timers/promises";
import BetterSqlite from "better-sqlite3";
import type { DatabaseConnection, Driver } from "kysely";

/** How long a statement waits for another process (a command line beside the service) to finish its write, in ms. */
const maxWaitMs = 5_000;

/** Between two tries, in ms. */
const pause = 5;

/**
 * Makes statements wait their turn while another process writes. SQLite would wait too, but asleep on the thread that
 * answers HTTP; a statement refused as busy has done nothing, so it can be tried again later instead.
 */
export const withBusyRetry = (driver: Driver): Driver => {
  const retrying = new WeakMap<DatabaseConnection, DatabaseConnection>();
  return {
    init: (options) => driver.init(options),
    async acquireConnection(options) {
      const connection = await driver.acquireConnection(options);
      const known = retrying.get(connection) ?? retryingConnection(connection);
      retrying.set(connection, known);
      return known;
    },
    beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    async rollbackTransaction(connection) {
      try {
        await driver.rollbackTransaction(connection);
      } catch (error) {
        // SQLite undoes a transaction by itself when the disk is full or can't be written; the reason must not be lost.
        if (!isUndone(error)) throw error;
      }
    },
    releaseConnection: (connection) => driver.releaseConnection(connection),
    destroy: () => driver.destroy(),
  };
};

const retryingConnection = (connection: DatabaseConnection): DatabaseConnection => ({
  async executeQuery(query, options) {
    for (let waited = 0; ; waited += pause) {
      try {
        return await connection.executeQuery(query, options);
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (waited >= maxWaitMs) {
          throw new Error("The database is kept busy by another process; end that one, or try again later", {
            cause: error,
          });
        }
        await setTimeout(pause);
      }
    }
  },
  streamQuery: (query, chunkSize, options) => connection.streamQuery(query, chunkSize, options),
});

const isUndone = (error: unknown): boolean =>
  error instanceof BetterSqlite.SqliteError && error.message.includes("no transaction is active");

const isBusy = (error: unknown): boolean =>
  error instanceof BetterSqlite.SqliteError && error.code.startsWith("SQLITE_BUSY");
