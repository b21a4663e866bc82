import type BetterSqlite from "better-sqlite3";

export type TableSchema = {
  name: string;
  /** The statement that makes it. */
  sql: string;
  /** Each column as one text: name, type, constraints. */
  columns: Map<string, string>;
  /** Each foreign key as one text. */
  references: string[];
};

export type IndexSchema = { name: string; table: string; sql: string };

export type DatabaseSchema = { tables: Map<string, TableSchema>; indices: Map<string, IndexSchema> };

/** The tables and indices of a database, but not those that SQLite makes for its own use. */
export const readSchema = (database: BetterSqlite.Database): DatabaseSchema => {
  const rows = database
    .prepare<[], { type: string; name: string; tbl_name: string; sql: string }>(
      "select type, name, tbl_name, sql from sqlite_master where name not like 'sqlite\\_%' escape '\\'",
    )
    .all();
  const tables = rows
    .filter(({ type }) => type === "table")
    .map(({ name, sql }) => ({
      name,
      sql,
      columns: columnsOf(database, name),
      references: referencesOf(database, name),
    }));
  const indices = rows
    .filter(({ type }) => type === "index")
    .map(({ name, tbl_name, sql }) => ({ name, table: tbl_name, sql }));
  return {
    tables: new Map(tables.map((table) => [table.name, table])),
    indices: new Map(indices.map((index) => [index.name, index])),
  };
};

type ColumnInfo = { name: string; type: string; notnull: number; dflt_value: string | null; pk: number };

const columnsOf = (database: BetterSqlite.Database, table: string): Map<string, string> =>
  new Map(
    database
      .prepare<[string], ColumnInfo>("select * from pragma_table_xinfo(?)")
      .all(table)
      .map(({ name, type, notnull, dflt_value, pk }) => [
        name,
        [type.toLowerCase(), notnull, dflt_value ?? "none", pk].join(),
      ]),
  );

const referencesOf = (database: BetterSqlite.Database, table: string): string[] =>
  database
    .prepare<[string], Record<string, unknown>>(
      `select "table", "from", "to", on_delete from pragma_foreign_key_list(?)`,
    )
    .all(table)
    .map((key) => Object.values(key).join())
    .sort();
