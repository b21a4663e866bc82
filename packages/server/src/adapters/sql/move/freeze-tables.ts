import { type Kysely, sql, type Transaction } from "kysely";
import { isSqlite } from "../is-sqlite.ts";
import type { Database } from "../schema.ts";
import { frozenMessage, frozenState } from "./frozen-writes.ts";
import type { MovedTable } from "./moved-tables.ts";

/** In PostgreSQL each of these is a trigger; in SQLite, each of the changes. */
const kinds = { rows: ["insert", "delete"], values: ["update"] } as const;

const triggerOf = (table: string, kind: string) => sql.id(`store_move_${table}_${kind}`);

const refuse = sql.id("refuse_moved_write");

/**
 * Makes the database itself refuse every change of these tables, whichever process tries it, until `thawTables`. An update
 * that changes nothing locks a row, so it is let through. Waits for transactions that change them. May be called again.
 */
export async function freezeTables(database: Kysely<Database>, tables: readonly MovedTable[]): Promise<void> {
  if (isSqlite(database)) {
    await database.transaction().execute(async (transaction) => {
      for (const table of tables) await freezeInSqlite(transaction, table);
    });
    return;
  }
  await sql`create or replace function ${refuse}() returns trigger language plpgsql as
            ${sql.lit(`begin raise exception using errcode = '${frozenState}', message = '${frozenMessage}'; end`)}`.execute(
    database,
  );
  // One table at a time: who holds several of these locks could wait for a transaction that waits for one of them.
  for (const table of tables)
    await database.transaction().execute((transaction) => freezeInPostgres(transaction, table));
}

async function freezeInSqlite(
  transaction: Transaction<Database>,
  { name, columns }: MovedTable,
): Promise<void> {
  const differs = columns.map((column) => sql`old.${sql.ref(column)} is not new.${sql.ref(column)}`);
  for (const change of [...kinds.rows, ...kinds.values]) {
    const when = change === "update" ? sql`when ${sql.join(differs, sql` or `)}` : sql``;
    await sql`create trigger if not exists ${triggerOf(name, change)} before ${sql.raw(change)}
              on ${sql.table(name)} ${when}
              begin select raise(abort, ${sql.lit(frozenMessage)}); end`.execute(transaction);
  }
}

async function freezeInPostgres(transaction: Transaction<Database>, { name }: MovedTable): Promise<void> {
  for (const [kind, changes] of Object.entries(kinds)) {
    const when = kind === "values" ? sql`when (old.* is distinct from new.*)` : sql``;
    await sql`drop trigger if exists ${triggerOf(name, kind)} on ${sql.table(name)}`.execute(transaction);
    await sql`create trigger ${triggerOf(name, kind)} before ${sql.raw(changes.join(" or "))}
              on ${sql.table(name)} for each row ${when} execute function ${refuse}()`.execute(transaction);
  }
}

/** Lets these tables be changed again. */
export async function thawTables(database: Kysely<Database>, tables: readonly MovedTable[]): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const isEmbedded = isSqlite(database);
    const names = isEmbedded ? [...kinds.rows, ...kinds.values] : Object.keys(kinds);
    for (const { name } of tables)
      for (const kind of names)
        await sql`drop trigger if exists ${triggerOf(name, kind)} ${isEmbedded ? sql`` : sql`on ${sql.table(name)}`}`.execute(
          transaction,
        );
    if (!isEmbedded) await sql`drop function if exists ${refuse}()`.execute(transaction);
  });
}
