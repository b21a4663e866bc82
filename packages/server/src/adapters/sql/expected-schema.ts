import BetterSqlite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { knownMigrations, migrateTo } from "./migrate.ts";
import { type DatabaseSchema, readSchema } from "./read-schema.ts";

/** The tables and indices that a database has after a migration, made anew in memory. */
export const expectedSchema = async (migration: string): Promise<DatabaseSchema> => {
  const sqlite = new BetterSqlite(":memory:");
  const database = new Kysely<unknown>({ dialect: new SqliteDialect({ database: sqlite }) });
  try {
    await migrateTo(database, migration);
    return readSchema(sqlite);
  } finally {
    await database.destroy();
  }
};

/** The last migration that a database has had, by its own list; null when the list is empty or missing. */
export const lastMigration = (applied: readonly string[]): string | null =>
  knownMigrations().findLast((name) => applied.includes(name)) ?? null;
