import type BetterSqlite from "better-sqlite3";
import type { DerivedTable, FolderFinding } from "../../backup/folder-finding.ts";
import { databaseFinding } from "./database-finding.ts";
import { nameWordRows } from "./name-words.ts";
import { hasColumn, hasTable } from "./open-for-reading.ts";
import { storedTable } from "./stored-tables.ts";

type SourceRow = { project_id: string; file_id: string; file_name: string; tags: string };

/** The values that a derived table has for a source, and those that it should have. */
const derivations: Record<DerivedTable, { column: string; of: (source: SourceRow) => string[] }> = {
  name_words: {
    column: "word",
    of: ({ project_id, file_id, file_name }) =>
      nameWordRows({ projectId: project_id, fileId: file_id, fileName: file_name }).map(({ word }) => word),
  },
  source_tags: { column: "tag", of: ({ tags }) => JSON.parse(tags) as string[] },
};

/** Computes the rows that follow from sources, and compares them with those that are there. */
export const derivedFindings = (database: BetterSqlite.Database): FolderFinding[] => {
  if (!hasColumn(database, "sources", "tags")) return [];
  // One moment of a database that others may write to.
  return database.transaction(() => wrongTables(database))();
};

const wrongTables = (database: BetterSqlite.Database): FolderFinding[] =>
  (Object.keys(derivations) as DerivedTable[])
    .filter((table) => hasTable(database, table))
    .flatMap((table) => {
      const { column, of } = derivations[table];
      const there = database
        .prepare<[string], string>(`select ${column} from ${table} where file_id = ? order by ${column}`)
        .pluck();
      let wrong = 0;
      for (const source of sourcesOf(database)) {
        const expected = of(source).sort(byBytes);
        if (there.all(source.file_id).sort(byBytes).join("\0") !== expected.join("\0")) wrong += 1;
      }
      return wrong === 0 ? [] : [wrongRows(table, wrong)];
    });

const byBytes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const sourcesOf = (database: BetterSqlite.Database) =>
  database
    .prepare<[], SourceRow>(
      "select project_id, file_id, file_name, tags from sources where json_valid(tags) order by file_id",
    )
    .all();

/** Computes the rows of a table anew, in one transaction. */
export const deriveRows = (database: BetterSqlite.Database, table: DerivedTable): void => {
  const { column, of } = derivations[table];
  const insert = database.prepare(
    `insert or ignore into ${table} (project_id, ${column}, file_id) values (?, ?, ?)`,
  );
  database.transaction(() => {
    database.exec(`delete from ${table}`);
    for (const source of sourcesOf(database))
      for (const value of of(source)) insert.run(source.project_id, value, source.file_id);
  })();
};

const wrongRows = (table: DerivedTable, sources: number): FolderFinding =>
  databaseFinding({
    what: `the table ${table} has other rows than follow from ${sources} sources`,
    lost: storedTable(table).lost,
    kind: "derived",
    remedy: "'headwater doctor --repair' makes its rows again, as does the service after its start.",
    repair: { does: "derive", table },
  });
