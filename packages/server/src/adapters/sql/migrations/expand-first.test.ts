import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../../../../../../scripts/testing/needs.ts";
import { type PostgresServer, postgresFolders, startPostgres } from "../../../../testing/postgres-server.ts";
import { knownMigrations, migrateTo } from "../migrate.ts";
import { connectPostgres } from "../open-postgres.ts";

/** What every statement of a process relies on: each as one text, by the table. */
type Facts = { columns: Map<string, Column>; rules: Set<string> };
type Column = { table: string; type: string; nullable: boolean; hasDefault: boolean };

const columns = `
  select table_name || '.' || column_name as name, table_name as table, data_type as type,
    is_nullable = 'YES' as nullable, column_default is not null or is_identity = 'YES' as "hasDefault"
  from information_schema.columns where table_schema = 'public' and table_name not like 'kysely%'`;

/** What may refuse a row: unique indexes, and keys and checks. */
const rules = `
  select tablename || ': ' || indexdef as rule from pg_indexes
    where schemaname = 'public' and indexdef like 'CREATE UNIQUE%'
  union all
  select conrelid::regclass || ': ' || pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('c', 'f')`;

/** Unique indexes in place of two that refused the same rows. */
const joined: Record<string, RegExp> = {
  "0038-fewer-indexes": /\b(?:versions_of_source|chunk_sets_of_version)\b/,
};

/** The last migration from before several processes could share a database. */
const lastOfOne = "0021-fewer-build-pages";

/**
 * What statements of the version before would fail at, once a migration has run. Whether the rows still mean to it what
 * they meant only `npm run test:upgrade` shows.
 */
const breaks = (before: Facts, after: Facts): string[] => {
  const tables = new Set([...before.columns.values()].map(({ table }) => table));
  const lost = [...before.columns].flatMap(([name, { type, nullable }]) => {
    const now = after.columns.get(name);
    if (!now) return [`${name} is gone`];
    if (now.type !== type) return [`${name} has another type`];
    return nullable && !now.nullable ? [`${name} takes no null any more`] : [];
  });
  const demanded = [...after.columns]
    .filter(([name, { table }]) => tables.has(table) && !before.columns.has(name))
    .filter(([, { nullable, hasDefault }]) => !nullable && !hasDefault)
    .map(([name]) => `${name} has to be given`);
  const refused = [...after.rules]
    .filter((rule) => !before.rules.has(rule) && tables.has(rule.slice(0, rule.indexOf(":"))))
    .map((rule) => `new rule: ${rule}`);
  return [...lost, ...demanded, ...refused];
};

needs("postgres", postgresFolders())("migrations", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());

  it("leave what processes of the version before work with, so that a fleet is updated one process after the other", async () => {
    const url = await server.createDatabase();
    const database = connectPostgres(url);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const read = async (): Promise<Facts> => {
      const found = (await client.query<Column & { name: string }>(columns)).rows;
      const ruled = (await client.query<{ rule: string }>(rules)).rows;
      return {
        columns: new Map(found.map(({ name, ...column }) => [name, column])),
        rules: new Set(ruled.map(({ rule }) => rule)),
      };
    };
    const found: Record<string, string[]> = {};
    await migrateTo(database, lastOfOne);
    let before = await read();
    for (const migration of knownMigrations().filter((name) => name > lastOfOne)) {
      await migrateTo(database, migration);
      const after = await read();
      const broken = breaks(before, after).filter((fault) => !joined[migration]?.test(fault));
      if (broken.length > 0) found[migration] = broken;
      before = after;
    }
    await client.end();
    await database.destroy();
    expect(found).toEqual({});
  });
});
