import { randomUUID } from "node:crypto";
import type BetterSqlite from "better-sqlite3";

type Column = { name: string; type: string; notnull: number; dflt_value: string | null; pk: number };
type Reference = { from: string; table: string; to: string | null };

/**
 * Puts one row into each table that has none, made up from the schema: so a table that is new has a row too. A column that
 * refers to another table, or is named as another table's key, takes the value of a row there.
 */
export function fillEmptyTables(database: BetterSqlite.Database, tables: string[]): void {
  const keys = new Map<string, string>();
  for (const table of tables) {
    const key = columnsOf(database, table).filter(({ pk }) => pk > 0);
    const [only] = key;
    if (only && key.length === 1 && !keys.has(only.name)) keys.set(only.name, table);
  }
  const valueIn = (column: string, table: string): unknown =>
    database.prepare(`select "${column}" from "${table}" limit 1`).pluck().get();
  const isEmpty = (table: string): boolean =>
    database.prepare(`select 1 from "${table}"`).get() === undefined;

  // Parents come first: a table waits until what it refers to has a row.
  let waiting = tables.filter(isEmpty);
  while (waiting.length > 0) {
    const ready = waiting.filter((table) =>
      referencesOf(database, table).every(({ table: parent }) => parent === table || !isEmpty(parent)),
    );
    if (ready.length === 0) throw new Error(`${waiting.join(", ")} refer to each other`);
    for (const table of ready) {
      const references = referencesOf(database, table);
      const columns = columnsOf(database, table).filter(({ notnull, pk }) => notnull === 1 || pk > 0);
      const values = columns.map(({ name, type, pk }) => {
        const reference = references.find(({ from }) => from === name);
        if (reference) return valueIn(reference.to ?? name, reference.table);
        const owner = keys.get(name);
        if (owner !== undefined && owner !== table && !isEmpty(owner)) return valueIn(name, owner);
        return madeUp(name, type, pk > 0);
      });
      const names = columns.map(({ name }) => `"${name}"`).join();
      database
        .prepare(`insert into "${table}" (${names}) values (${columns.map(() => "?").join()})`)
        .run(...values);
    }
    waiting = waiting.filter((table) => !ready.includes(table));
  }
}

function madeUp(name: string, type: string, isKey: boolean): unknown {
  if (/int/i.test(type)) return 0;
  if (/blob|bytea/i.test(type)) return Buffer.from("bytes");
  if (/_at$/.test(name)) return "2026-01-01T00:00:00.000Z";
  if (/hash/.test(name)) return "ab".repeat(32);
  if (/_id$/.test(name) || isKey) return randomUUID();
  return "{}";
}

const columnsOf = (database: BetterSqlite.Database, table: string): Column[] =>
  database.prepare<[string], Column>("select * from pragma_table_xinfo(?)").all(table);

const referencesOf = (database: BetterSqlite.Database, table: string): Reference[] =>
  database
    .prepare<[string], Reference>(`select "from", "table", "to" from pragma_foreign_key_list(?)`)
    .all(table);
