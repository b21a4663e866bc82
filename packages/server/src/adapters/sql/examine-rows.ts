import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import BetterSqlite from "better-sqlite3";
import type { FolderFinding, Repair } from "../../backup/folder-finding.ts";
import { databaseFinding, restoreOrRecover } from "./database-finding.ts";
import { type RowRule, rowRules } from "./row-rules.ts";
import { storedTable } from "./stored-tables.ts";

/** Holds every row against the rules of its table, and against the rows that it belongs to. */
export const rowFindings = (database: BetterSqlite.Database): FolderFinding[] => {
  database.function("is_text", (bytes) => (isUtf8(bytes as Buffer) ? 1 : 0));
  database.aggregate("hash_of_ids", {
    start: () => [] as string[],
    step: (ids: string[], id: string) => [...ids, id],
    result: (ids: string[]) => createHash("sha256").update(ids.sort().join()).digest("hex"),
  });
  return [...orphanFindings(database), ...rowRules.flatMap((rule) => ruleFinding(database, rule))];
};

const ruleFinding = (database: BetterSqlite.Database, rule: RowRule): FolderFinding[] => {
  const query = prepared(database, rule.broken);
  const ids = query?.all().map(String) ?? [];
  const repair = rule.repair?.(ids) ?? null;
  if (repair?.does !== "read again")
    return ids.length === 0 ? [] : [damagedRows(rule.table, `${ids.length} ${rule.what}`, repair)];
  const waiting = openBuilds(database);
  const lost = ids.filter((id) => !waiting.has(id));
  const coming = ids.filter((id) => waiting.has(id));
  return [
    ...(lost.length > 0
      ? [damagedRows(rule.table, `${lost.length} ${rule.what}`, { ...repair, fileIds: lost })]
      : []),
    ...(coming.length > 0 ? [comingRows(rule.table, `${coming.length} ${rule.what}`)] : []),
  ];
};

/** The sources that have a build in the queue or under way. */
const openBuilds = (database: BetterSqlite.Database): Set<string> =>
  new Set(
    database
      .prepare<[], string>("select file_id from builds where status in ('Pending', 'Processing')")
      .pluck()
      .all(),
  );

const comingRows = (table: string, what: string): FolderFinding =>
  databaseFinding({
    what: `${what}; they wait to be read again`,
    lost: storedTable(table).lost,
    kind: "note",
    remedy: "Start the service and wait for their builds.",
  });

/** Null for a table or a column that this database does not have: an older one, or its schema is the finding. */
const prepared = (database: BetterSqlite.Database, query: string) => {
  try {
    return database.prepare(query).pluck();
  } catch (error) {
    if (error instanceof BetterSqlite.SqliteError && /^no such (table|column)/.test(error.message))
      return null;
    throw error;
  }
};

/** Rows whose parent is gone. The parent is what was lost; rows that follow from others go, and are made again. */
export const orphanFindings = (database: BetterSqlite.Database): FolderFinding[] =>
  database
    .prepare<[], { table: string; parent: string; rows: number }>(
      `select "table", parent, count(*) as rows from pragma_foreign_key_check group by 1, 2`,
    )
    .all()
    .map(({ table, parent, rows }) => {
      const isTruth = storedTable(parent).kind === "truth" || storedTable(table).kind === "truth";
      const remove = `delete from ${table} where rowid in (select rowid from pragma_foreign_key_check('${table}'))`;
      return {
        ...damagedRows(
          parent,
          `${rows} rows of ${table} name ${parent} that are not there`,
          isTruth ? null : { does: "run", statements: [remove] },
        ),
        blocks: isTruth,
      };
    });

const damagedRows = (table: string, what: string, repair: Repair | null): FolderFinding => {
  const { kind, lost } = storedTable(table);
  return databaseFinding({
    what,
    lost,
    // Chunks follow from the stored file as much as words do from a name.
    kind: kind === "derived" || kind === "cache" || (kind === "content" && repair) ? "derived" : "damage",
    remedy: repair ? (remedies[repair.does] ?? "") : restoreOrRecover,
    repair,
  });
};

const remedies: Partial<Record<Repair["does"], string>> = {
  run: "'headwater doctor --repair' forgets the rest, and the service makes it again.",
  "read again": "'headwater doctor --repair' has the documents read again from their files.",
};
