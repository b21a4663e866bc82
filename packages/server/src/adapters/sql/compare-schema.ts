import type BetterSqlite from "better-sqlite3";
import type { FolderFinding } from "../../backup/folder-finding.ts";
import { databaseFinding, restoreOrRecover } from "./database-finding.ts";
import { expectedSchema, lastMigration } from "./expected-schema.ts";
import { knownMigrations } from "./migrate.ts";
import { storeMoveTable } from "./move/store-move.ts";
import { hasColumn } from "./open-for-reading.ts";
import { type DatabaseSchema, type IndexSchema, readSchema, type TableSchema } from "./read-schema.ts";
import { storedTable } from "./stored-tables.ts";

/**
 * Holds the tables and indices of a database against those that its migrations make. A missing index, and a table whose
 * rows follow from others, can be made again.
 */
export const schemaFindings = async (database: BetterSqlite.Database): Promise<FolderFinding[]> => {
  const actual = readSchema(database);
  const listed = hasColumn(database, "kysely_migration", "name")
    ? database.prepare<[], { name: string }>("select name from kysely_migration").all()
    : [];
  const applied = listed.map(({ name }) => name);
  const known = knownMigrations();
  const newer = applied.find((name) => !known.includes(name));
  if (newer !== undefined) return [madeByNewer(newer)];

  const reached = await reachedMigration(actual, applied);
  const expected = await expectedSchema(reached);
  const unlisted = known.slice(0, known.indexOf(reached) + 1).filter((name) => !applied.includes(name));
  const findings = [
    ...[...expected.tables.values()].flatMap((table) => tableFindings(actual, expected, table)),
    ...[...expected.indices.values()]
      .filter(({ table }) => actual.tables.has(table))
      .flatMap((index) => indexFinding(actual, index)),
    ...[...actual.tables.keys()]
      .filter((name) => !expected.tables.has(name) && name !== storeMoveTable)
      .map(strangeTable),
  ];
  if (unlisted.length > 0) findings.push(unlistedMigrations(unlisted));
  return findings;
};

/**
 * The last migration that the tables have had. Usually it is the last one listed. Later ones that are missing from the
 * list show by what only they add. A migration that adds nothing shows only by a later one.
 */
const reachedMigration = async (actual: DatabaseSchema, applied: string[]): Promise<string> => {
  const known = knownMigrations();
  const listed = lastMigration(applied);
  const present = partsOf(actual);
  for (const name of known.slice(listed === null ? 0 : known.indexOf(listed) + 1).reverse()) {
    const before = known[known.indexOf(name) - 1];
    const earlier = before === undefined ? new Set<string>() : partsOf(await expectedSchema(before));
    const added = [...partsOf(await expectedSchema(name))].filter((part) => !earlier.has(part));
    if (added.length > 0 && added.every((part) => present.has(part))) return name;
  }
  return listed ?? known.at(-1) ?? "";
};

/** Each column and index as one text. The list of migrations is not proof of itself. */
const partsOf = ({ tables, indices }: DatabaseSchema): Set<string> =>
  new Set([
    ...[...tables.values()]
      .filter(({ name }) => !name.startsWith("kysely_"))
      .flatMap(({ name, columns }) => [...columns.keys()].map((column) => `${name}.${column}`)),
    ...indices.keys(),
  ]);

const tableFindings = (
  actual: DatabaseSchema,
  expected: DatabaseSchema,
  { name, sql, columns, references }: TableSchema,
): FolderFinding[] => {
  const { kind, lost } = storedTable(name);
  const indices = [...expected.indices.values()].filter(({ table }) => table === name);
  const remake = [sql, ...indices.map((index) => index.sql)];
  const found = actual.tables.get(name);
  if (!found) {
    const what = `the table ${name} is missing`;
    if (kind === "truth") return [lostTable(name, what)];
    return [
      databaseFinding({
        what,
        lost,
        kind: kind === "content" ? "damage" : "derived",
        blocks: kind === "content",
        remedy: "'headwater doctor --repair' makes it again, and its rows from what is there.",
        repair: { does: "run", statements: remake },
      }),
    ];
  }
  const wrong = [...columns].filter(([column, facts]) => found.columns.get(column) !== facts);
  const strange = [...found.columns.keys()].filter((column) => !columns.has(column));
  const [column] = [...wrong.map(([name]) => name), ...strange];
  const what =
    column !== undefined
      ? `the column ${column} of the table ${name} is ${found.columns.has(column) ? "not as Headwater makes it" : "missing"}`
      : found.references.join() === references.join()
        ? null
        : `the table ${name} has lost its references to other tables`;
  if (what === null) return [];
  if (kind !== "derived" && kind !== "cache") return [lostTable(name, what)];
  return [
    databaseFinding({
      what,
      lost,
      kind: "derived",
      remedy: "'headwater doctor --repair' makes the table again.",
      repair: { does: "run", statements: [`drop table ${name}`, ...remake] },
    }),
  ];
};

const lostTable = (name: string, what: string): FolderFinding =>
  databaseFinding({
    what,
    lost: storedTable(name).lost,
    kind: "damage",
    blocks: true,
    remedy: restoreOrRecover,
  });

const indexFinding = (actual: DatabaseSchema, { name, table, sql }: IndexSchema): FolderFinding[] => {
  const found = actual.indices.get(name);
  if (found && spelled(found.sql) === spelled(sql)) return [];
  return [
    databaseFinding({
      what: `the index ${name} of the table ${table} is ${found ? "not as Headwater makes it" : "missing"}`,
      lost: "no data; questions and deletions are slow without it",
      kind: "derived",
      remedy: "'headwater doctor --repair' makes it again, as does the next start.",
      repair: { does: "run", statements: found ? [`drop index ${name}`, sql] : [sql] },
    }),
  ];
};

/** SQLite rewrites quotes and spaces when a table is renamed. */
const spelled = (sql: string): string => sql.replaceAll(/["`\s]/g, "").toLowerCase();

const strangeTable = (name: string): FolderFinding =>
  databaseFinding({
    what: `the table ${name} is not Headwater's`,
    lost: "nothing",
    kind: "note",
    remedy: "It is left alone.",
  });

const unlistedMigrations = (names: string[]): FolderFinding =>
  databaseFinding({
    what: `the table kysely_migration does not list ${names.join(", ")}, although the tables have had it`,
    lost: "nothing else; without the list no start succeeds",
    kind: "derived",
    remedy: "'headwater doctor --repair' lists it again, as does the next start.",
    repair: {
      does: "run",
      statements: names.map(
        (name) =>
          `insert into kysely_migration (name, timestamp) values ('${name}', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`,
      ),
    },
  });

const madeByNewer = (migration: string): FolderFinding =>
  databaseFinding({
    what: `it was made by a newer Headwater (migration ${migration})`,
    lost: "nothing",
    kind: "damage",
    blocks: true,
    remedy: "Start that version, or choose another data folder.",
    refusal: `The database was made by a newer Headwater (migration ${migration}). Start that version, or choose another data folder.`,
  });
