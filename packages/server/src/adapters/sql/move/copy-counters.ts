import { type Kysely, sql } from "kysely";
import { isSqlite } from "../is-sqlite.ts";
import type { Database } from "../schema.ts";
import type { MovedTable } from "./moved-tables.ts";

/** The number that was handed out last for a column; null when there was none. */
type Counter = { column: string; latest: number | null };

/**
 * Has the other database hand out numbers above those that this one has handed out, also of rows which are gone. Where only
 * the other one has a counter for a column, it begins above the highest number there.
 */
export async function copyCounters(
  from: Kysely<Database>,
  to: Kysely<Database>,
  table: MovedTable,
): Promise<void> {
  const before = await readCounters(from, table);
  for (const { column } of await readCounters(to, table)) {
    const handedOut = before.find((counter) => counter.column === column)?.latest ?? 0;
    const latest = Math.max(handedOut, await highestOf(to, table.name, column));
    if (latest > 0) await writeCounter(to, table.name, column, latest);
  }
}

async function readCounters(database: Kysely<Database>, { name, numbered }: MovedTable): Promise<Counter[]> {
  if (isSqlite(database)) {
    if (numbered === null) return [];
    const { rows } = await sql<{ latest: number }>`
      select seq as latest from sqlite_sequence where name = ${name}`.execute(database);
    return [{ column: numbered, latest: rows[0]?.latest ?? null }];
  }
  const { rows } = await sql<Counter>`
    select attname as column, pg_sequence_last_value(objid::regclass) as latest
    from pg_depend
    join pg_class on pg_class.oid = objid and relkind = 'S'
    join pg_attribute on attrelid = refobjid and attnum = refobjsubid
    where classid = 'pg_class'::regclass and refobjid = ${name}::regclass and deptype in ('a', 'i')`.execute(
    database,
  );
  return rows;
}

async function highestOf(database: Kysely<Database>, table: string, column: string): Promise<number> {
  const { rows } = await sql<{ highest: number | null }>`
    select max(${sql.ref(column)}) as highest from ${sql.table(table)}`.execute(database);
  return rows[0]?.highest ?? 0;
}

async function writeCounter(
  database: Kysely<Database>,
  table: string,
  column: string,
  latest: number,
): Promise<void> {
  if (!isSqlite(database)) {
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${latest})`.execute(database);
    return;
  }
  await database.transaction().execute(async (transaction) => {
    await sql`delete from sqlite_sequence where name = ${table}`.execute(transaction);
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${latest})`.execute(transaction);
  });
}
