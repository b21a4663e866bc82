import BetterSqlite from "better-sqlite3";

/** The number of rows of each table of a database that no process has open. */
export const countRows = (path: string): Record<string, number> => {
  // Not read-only: SQLite would leave its log behind.
  const database = new BetterSqlite(path, { fileMustExist: true });
  try {
    return rowsOf(database);
  } finally {
    database.close();
  }
};

export const rowsOf = (database: BetterSqlite.Database): Record<string, number> =>
  Object.fromEntries(
    database
      .prepare<[], { name: string }>(
        "select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'",
      )
      .all()
      .map(({ name }) => [name, Number(database.prepare(`select count(*) from "${name}"`).pluck().get())]),
  );
