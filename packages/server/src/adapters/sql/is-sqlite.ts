import { type QueryExecutorProvider, SqliteAdapter } from "kysely";

/** Whether statements go to SQLite, which has one writer at a time. PostgreSQL has many: where they meet, it needs a lock. */
export const isSqlite = (database: QueryExecutorProvider): boolean =>
  database.getExecutor().adapter instanceof SqliteAdapter;
