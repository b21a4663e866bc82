import pg from "pg";

/**
 * Empties a migrated PostgreSQL database for the next test. This is ten times faster than creating another database.
 */
export type TableCleaner = { clean(): Promise<void>; end(): Promise<void> };

/** For a database with only migrations: the tables that they left empty are emptied again. */
export const createTableCleaner = async (url: string): Promise<TableCleaner> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'",
  );
  const tables: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await client.query(`select 1 from ${name} limit 1`);
    if (rowCount === 0) tables.push(name);
  }
  // `truncate` makes new files for each table and index, some three hundred of them. Deleting takes an eighth of that time.
  // The role skips the triggers of foreign keys, so that the tables can come in any order.
  const emptied = `do $$ begin
    set local session_replication_role = replica;
    ${tables.map((name) => `delete from ${name};`).join("\n")}
  end $$`;
  return {
    clean: async () => {
      await client.query(emptied);
    },
    end: () => client.end(),
  };
};
