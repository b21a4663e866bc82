import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needs } from "../../../../../../scripts/testing/needs.ts";
import { type PostgresServer, postgresFolders, startPostgres } from "../../../../testing/postgres-server.ts";
import { expectedSchema } from "../expected-schema.ts";
import { knownMigrations } from "../migrate.ts";
import { openSqlite } from "../open-database.ts";
import { openPostgres } from "../open-postgres.ts";
import type { TableSchema } from "../read-schema.ts";
import type { Database } from "../schema.ts";
import { compareTable } from "./compare-table.ts";
import { clearNewTables, copyTable } from "./copy-table.ts";
import { freezeTables, thawTables } from "./freeze-tables.ts";
import { type MovedTable, readMovedTables } from "./moved-tables.ts";
import type { Value } from "./row-pages.ts";

describe("the tables of a move", () => {
  it("are all that the migrations make, each after those that it refers to", async () => {
    const { tables } = await expectedSchema(knownMigrations().at(-1) ?? "");
    const moved = await readMovedTables();
    const names = moved.map(({ name }) => name);
    expect([...names, "kysely_migration", "kysely_migration_lock", "store"].sort()).toEqual(
      [...tables.keys()].sort(),
    );
    for (const { name, references } of tables.values())
      for (const reference of references) {
        const referred = reference.split(",")[0] ?? "";
        expect(names.indexOf(referred), `${name} → ${referred}`).toBeLessThan(names.indexOf(name));
      }
  });

  it("are copied last only where no table that is copied before refers to them", async () => {
    const { tables } = await expectedSchema(knownMigrations().at(-1) ?? "");
    const moved = await readMovedTables();
    const late = new Set(moved.filter(({ isLate }) => isLate).map(({ name }) => name));
    expect(late.size).toBeGreaterThan(10);
    for (const { name, isLate } of moved)
      for (const reference of tables.get(name)?.references ?? [])
        if (late.has(reference.split(",")[0] ?? "")) expect(isLate, `${name} → ${reference}`).toBe(true);
  });
});

needs("postgres", postgresFolders())("moving tables", () => {
  let server: PostgresServer;
  let folder: string;
  let sqlite: Kysely<Database>;
  let postgres: Kysely<Database>;
  let back: Kysely<Database>;
  let tables: MovedTable[];
  let counts: Map<string, number>;
  beforeAll(async () => {
    [server, folder] = await Promise.all([startPostgres(), mkdtemp(join(tmpdir(), "headwater-tables-"))]);
    tables = await readMovedTables();
    sqlite = await openSqlite(join(folder, "from.sqlite"));
    back = await openSqlite(join(folder, "back.sqlite"));
    postgres = await openPostgres(await server.createDatabase());
    for (const database of [sqlite, postgres, back]) await clearNewTables(database, tables);
    counts = await fill(sqlite, tables);
  });
  afterAll(async () => {
    await Promise.all([sqlite, postgres, back].map((each) => each?.destroy()));
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const copyAll = async (from: Kysely<Database>, to: Kysely<Database>) => {
    for (const table of tables) await copyTable(from, to, table, () => {});
  };
  const compare = (name: string) =>
    compareTable(sqlite, postgres, tables.find((table) => table.name === name) as MovedTable, () => {});

  it("takes every row to PostgreSQL and back, and goes on where it was broken off", async () => {
    const breakOff = (count: number) => {
      if (count > 0) throw new Error("broken off");
    };
    for (const table of tables) {
      await expect(copyTable(sqlite, postgres, table, breakOff)).rejects.toThrow("broken off");
      await copyTable(sqlite, postgres, table, () => {});
    }
    await copyAll(postgres, back);
    for (const table of tables) {
      const there = await compareTable(sqlite, postgres, table, () => {});
      expect(there.rows, table.name).toBe(counts.get(table.name));
      expect(await compareTable(postgres, back, table, () => {}), table.name).toEqual(there);
    }
  });

  it("hands out no number again, also not that of a row which is gone", async () => {
    const add = async (to: Kysely<Database>) => {
      const { rows } = await sql<{ number: number }>`insert into word_changes
        (project_id, version_id, file_id, chunk_set_id, chunks, is_gone) values ('p', 'v', 'f', 's', 1, 0)
        returning number`.execute(to);
      await sql`delete from word_changes where number = ${rows[0]?.number}`.execute(to);
      return rows[0]?.number;
    };
    const { rows } = await sql`select nextval('build_ordinals') as ordinal`.execute(postgres);
    expect(rows).toEqual([{ ordinal: someRows + 1 }]);
    expect([await add(postgres), await add(back)]).toEqual([goneNumber + 1, goneNumber + 1]);
  });

  it("finds a row that differs, one that is missing and one too many", async () => {
    const changed = sql`update prompts set name = name || '!' where name like '%17 %'`;
    await changed.execute(postgres);
    await expect(compare("prompts")).rejects.toThrow(
      /^The row prompt_id [\s\S]* of the table prompts differs/,
    );
    await sql`delete from source_tags where tag like '%20 %'`.execute(postgres);
    await expect(compare("source_tags")).rejects.toThrow("of the table source_tags differs");
    await sql`insert into project_limits values ('🦆', 'bytes', 1)`.execute(postgres);
    await expect(compare("project_limits")).rejects.toThrow(
      `The table project_limits has ${manyRows + 1} rows there, and ${manyRows} here`,
    );
  });

  it("writes U+FFFD for NUL, which PostgreSQL can't hold, and takes it for the same", async () => {
    await sql`insert into audit_entries values (9999, 'h', '2026', ${"a\0b"})`.execute(sqlite);
    await copyAll(sqlite, postgres);
    await compare("audit_entries");
    const { rows } = await sql`select entry from audit_entries where seq = 9999`.execute(postgres);
    expect(rows).toEqual([{ entry: "a\ufffdb" }]);
  });

  it("freezes tables for every process that writes, and lets them be changed again", async () => {
    for (const database of [sqlite, postgres]) {
      const insert = () => sql`insert into removed_contents values ('p', 'h')`.execute(database);
      const remove = () => sql`delete from removed_contents where project_id = 'p'`.execute(database);
      const named = (names: string[]) => tables.filter(({ name }) => names.includes(name));
      await insert();
      await freezeTables(database, named(["removed_contents", "prompts"]));
      await freezeTables(database, named(["removed_contents"]));
      // A lock of a row.
      await sql`update prompts set name = name`.execute(database);
      for (const change of [insert, remove, () => sql`update prompts set name = 'x'`.execute(database)])
        await expect(change()).rejects.toMatchObject({ name: "StoreMovingError", code: "STORE_MOVING" });
      await sql`insert into project_limits values ('open', 'bytes', 1)`.execute(database);
      await thawTables(database, tables);
      await remove();
    }
  });
});

/** More than the largest page, and more than the first one of those that refer to others. */
const manyRows = 300;
const someRows = 20;
const goneNumber = 5_000;

/** Rows in every table, whose texts have an order that languages and code points do not share. Answers how many in each. */
async function fill(database: Kysely<Database>, moved: MovedTable[]): Promise<Map<string, number>> {
  const { tables } = await expectedSchema(knownMigrations().at(-1) ?? "");
  const counts = new Map<string, number>();
  await database.transaction().execute(async (transaction) => {
    for (const { name } of moved) {
      const table = tables.get(name) as TableSchema;
      const columns = [...table.columns];
      const count = table.references.length === 0 ? manyRows : someRows;
      const rows = Array.from({ length: count }, (_, row) =>
        columns.map(([column, facts]) => valueIn(column, facts, row + 1)),
      );
      await sql`insert into ${sql.table(name)} (${sql.join(columns.map(([column]) => sql.ref(column)))})
                values ${sql.join(rows.map((values) => sql`(${sql.join(values)})`))}`.execute(transaction);
      counts.set(name, count);
    }
    await sql`update sqlite_sequence set seq = ${goneNumber}`.execute(transaction);
  });
  return counts;
}

/** Depends on the row alone where it is text, so that references are kept. */
function valueIn(column: string, facts: string, row: number): Value {
  const [type = "", notNull] = facts.split(",");
  if (notNull === "0" && row % 3 === 0 && !facts.endsWith("1")) return null;
  if (type === "bytea") return new Uint8Array([0, row % 256, 255, 10]);
  if (/int/.test(type)) return column === "checksum" ? 2 ** 52 + row : row;
  return `${["B", "a", "Ä", "_", "-", "𝛼"][row % 6]}${row} "quoted"\n${"ü".repeat(row % 50)}`;
}
