import type { Kysely } from "kysely";
import { connectSqlite } from "./open-database.ts";
import type { Database } from "./schema.ts";

/** Where the database is, as plain data that threads are sent: a file, or the address of a PostgreSQL database. */
export type DatabaseAddress =
  | { kind: "sqlite"; path: string }
  | { kind: "postgres"; url: string; isPooled: boolean };

/**
 * Connects to a database that this process has opened, and so migrated, elsewhere. `connections` bounds how many
 * statements run at a time in PostgreSQL; SQLite has one connection.
 */
export const connectDatabase = async (
  address: DatabaseAddress,
  { connections }: { connections: number },
): Promise<Kysely<Database>> => {
  if (address.kind === "sqlite") return connectSqlite(address.path);
  // Loaded where it is used: without PostgreSQL no thread holds its driver.
  const { connectPostgres } = await import("./open-postgres.ts");
  return connectPostgres(address.url, { connections, isPooled: address.isPooled });
};
