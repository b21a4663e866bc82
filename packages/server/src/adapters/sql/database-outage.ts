import type { DatabaseConnection, Driver } from "kysely";
import pg from "pg";
import { databaseUnavailable } from "../../builds/faults.ts";

/** The database could not be reached, or its connection broke. What was asked may be asked again. */
export class DatabaseUnavailableError extends Error {
  override readonly name = "DatabaseUnavailableError";
  readonly code = databaseUnavailable;
}

/** Makes outages known as such: no connection was to be had, or the one in use broke. What the server itself says keeps its code. */
export const withOutages = (driver: Driver): Driver => {
  const known = new WeakSet<DatabaseConnection>();
  const acquireConnection = driver.acquireConnection.bind(driver);
  driver.acquireConnection = async (options) => {
    const connection = await acquireConnection(options).catch((error: unknown) => {
      // A wrong password is an outage too: the address was right when the service started.
      throw unavailable(error);
    });
    if (known.has(connection)) return connection;
    known.add(connection);
    const executeQuery = connection.executeQuery.bind(connection);
    connection.executeQuery = (query, queryOptions) =>
      executeQuery<never>(query, queryOptions).catch((error: unknown) => {
        throw isBroken(error) ? unavailable(error) : error;
      });
    return connection;
  };
  return driver;
};

/** The driver says it with plain errors: the connection ended, or no answer came in time. */
const isBroken = (error: unknown): boolean =>
  error instanceof Error &&
  !(error instanceof pg.DatabaseError || error instanceof TypeError || error instanceof RangeError);

const unavailable = (cause: unknown): Error => {
  const reason = cause instanceof Error && "code" in cause ? String(cause.code) : "no answer";
  return new DatabaseUnavailableError(`The PostgreSQL database can't be reached (${reason})`, { cause });
};
