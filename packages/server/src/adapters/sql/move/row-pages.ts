import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../schema.ts";
import type { MovedTable } from "./moved-tables.ts";

export type Value = string | number | Uint8Array | null;
export type Row = Record<string, Value>;

/** The first page of a table, and the largest one: of rows with pictures of pages, it is some ten megabytes. */
const firstRows = 16;
const maxRows = 256;

/** Pages are made so large that those of the size seen before have this many bytes. */
const pageBytes = 1_000_000;

/** The rows of a table in the order of its key, after a row if one is given, in pages of bounded memory. */
export async function* readPages(
  database: Kysely<Database>,
  table: MovedTable,
  after: Row | null,
): AsyncGenerator<Row[]> {
  let last = after;
  let limit = firstRows;
  for (;;) {
    const rows = await readPage(database, table, last, limit);
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    last = rows.at(-1) ?? null;
    const largest = Math.max(...rows.map(bytesOf));
    limit = Math.max(1, Math.min(maxRows, Math.floor(pageBytes / largest)));
  }
}

export async function readPage(
  database: Kysely<Database>,
  { name, columns, key }: MovedTable,
  after: Row | null,
  limit: number,
): Promise<Row[]> {
  const order = sql.join(key.map((column) => sql.ref(column)));
  const beyond =
    after === null ? sql`` : sql`where (${order}) > (${sql.join(key.map((column) => after[column]))})`;
  const query = sql<Row>`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}
                         ${beyond} order by ${order} limit ${sql.lit(limit)}`;
  return (await query.execute(database)).rows;
}

/** The last row in the order of the key. */
export async function readLastRow(
  database: Kysely<Database>,
  { name, columns, key }: MovedTable,
): Promise<Row | null> {
  const order = sql.join(key.map((column) => sql`${sql.ref(column)} desc`));
  const query = sql<Row>`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}
                         order by ${order} limit 1`;
  return (await query.execute(database)).rows[0] ?? null;
}

export const countRowsOf = async (database: Kysely<Database>, { name }: MovedTable): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
    database,
  );
  return Number(rows[0]?.count);
};

const bytesOf = (row: Row): number =>
  Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === "string" || value instanceof Uint8Array ? value.length : 8),
    1,
  );

/** SHA-256 of a row, the same from both databases. PostgreSQL's text can't hold NUL: there it is U+FFFD. */
export function hashRow({ columns }: MovedTable, row: Row): string {
  const hash = createHash("sha256");
  for (const column of columns) {
    const value = row[column] ?? null;
    if (value === null) hash.update("-");
    else if (value instanceof Uint8Array) hash.update(`b${value.length}:`).update(value);
    else {
      const text = typeof value === "string" ? value.replaceAll("\0", "\ufffd") : String(value);
      hash.update(`${typeof value === "string" ? "s" : "n"}${text.length}:`).update(text);
    }
  }
  return hash.digest("hex");
}
