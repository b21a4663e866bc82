import BetterSqlite from "better-sqlite3";
import type { DatabaseConnection, Driver } from "kysely";
import { storeMoving } from "../../../builds/faults.ts";

/** What the database itself says of a refused change. */
export const frozenMessage = "headwater: the store is being moved";

/** The SQLSTATE of it in PostgreSQL. */
export const frozenState = "HWMOV";

/** The table that was to be changed is frozen, because the store is being moved, or was. */
export class StoreMovingError extends Error {
  override readonly name = "StoreMovingError";
  readonly code = storeMoving;
}

/** Makes changes that `freezeTables` refuses known as such. */
export const withFrozenWrites = (driver: Driver): Driver => {
  const known = new WeakSet<DatabaseConnection>();
  const acquireConnection = driver.acquireConnection.bind(driver);
  driver.acquireConnection = async (options) => {
    const connection = await acquireConnection(options);
    if (known.has(connection)) return connection;
    known.add(connection);
    const executeQuery = connection.executeQuery.bind(connection);
    connection.executeQuery = (query, queryOptions) =>
      executeQuery<never>(query, queryOptions).catch((cause: unknown) => {
        if (!isFrozen(cause)) throw cause;
        throw new StoreMovingError(
          "Nothing can be changed in this database: it is being moved, or was. 'headwater move' says more.",
          { cause },
        );
      });
    return connection;
  };
  return driver;
};

/** The state is ours alone, so that it tells without PostgreSQL's driver, which a service on SQLite does not load. */
const isFrozen = (error: unknown): boolean =>
  (error instanceof BetterSqlite.SqliteError && error.message === frozenMessage) ||
  (error instanceof Error && "code" in error && error.code === frozenState);
