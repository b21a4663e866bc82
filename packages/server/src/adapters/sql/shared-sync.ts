import { type CompiledQuery, type DatabaseConnection, type Driver, SelectQueryNode } from "kysely";
import type { LogSync } from "./log-sync.ts";

const reading = /^\s*(?:select|pragma|explain)\b/i;
const level = /^pragma synchronous = (normal|full)$/;

/**
 * Makes commits wait for the disk outside of SQLite, which would wait on the thread that answers HTTP, once for each.
 * The connection goes to the next one as soon as a commit has returned; the caller that committed continues when it is on the
 * disk, together with all others that wait. SQLite itself runs with `synchronous = normal`: it keeps commits in order,
 * so that one on the disk has all before it there. Statements that set the level are carried out here: after `normal`
 * no transaction waits, until `full`.
 */
export const withSharedSync = (driver: Driver, sync: LogSync): Driver => {
  let lastHeld = Promise.resolve();
  let letGo = () => {};
  let waits = true;
  let wrote = false;
  const watched = new WeakMap<DatabaseConnection, DatabaseConnection>();

  const watch = (connection: DatabaseConnection): DatabaseConnection => ({
    async executeQuery<Row>(
      query: CompiledQuery,
      options?: Parameters<DatabaseConnection["executeQuery"]>[1],
    ) {
      const set = level.exec(query.sql);
      if (set) {
        waits = set[1] === "full";
        return { rows: [] };
      }
      const result = await connection.executeQuery<Row>(query, options);
      if (waits && !SelectQueryNode.is(query.query) && !reading.test(query.sql)) wrote = true;
      return result;
    },
    streamQuery: (query, chunkSize, options) => connection.streamQuery(query, chunkSize, options),
  });

  return {
    init: (options) => driver.init(options),
    async acquireConnection(options) {
      const before = lastHeld;
      const held = Promise.withResolvers<void>();
      lastHeld = held.promise;
      await before;
      letGo = held.resolve;
      [waits, wrote] = [true, false];
      const connection = await driver.acquireConnection(options).catch((error: unknown) => {
        held.resolve();
        throw error;
      });
      const known = watched.get(connection) ?? watch(connection);
      watched.set(connection, known);
      return known;
    },
    beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    async rollbackTransaction(connection) {
      await driver.rollbackTransaction(connection);
      wrote = false;
    },
    async releaseConnection(connection) {
      const mustWait = wrote;
      await driver.releaseConnection(connection);
      letGo();
      if (mustWait) await sync.synced();
    },
    async destroy() {
      await driver.destroy();
      await sync.close();
    },
  };
};
