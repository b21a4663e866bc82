import { isUtf8 } from "node:buffer";
import BetterSqlite from "better-sqlite3";
import { hasColumn, hasTable, openForReading } from "./open-for-reading.ts";

/** `quick` reads every page and key; `full` also holds indices against tables, and every row against what wrote it. */
export type ExaminationDepth = "quick" | "full";

export type DatabaseExamination = {
  /** One line each; empty when nothing is wrong. */
  findings: string[];
  /** Whether all that is wrong is in SQLite's indices, which are rebuilt from the tables. */
  onlyIndices: boolean;
};

/** Enough to see what is wrong; a damaged file can have a finding a row. */
const maxFindings = 10;

/** Looks a database over, changing nothing. Damage of any kind is a finding, never an error. */
export const examineDatabase = (path: string, depth: ExaminationDepth): DatabaseExamination => {
  let database: BetterSqlite.Database | undefined;
  try {
    database = openForReading(path);
    const structure = structureFindings(database, depth);
    const onlyIndices = structure.length > 0 && structure.every(isIndexFinding);
    const findings = [...structure, ...foreignKeyFindings(database)];
    if (findings.length === 0 && depth === "full") findings.push(...rowFindings(database));
    return { findings: findings.slice(0, maxFindings), onlyIndices };
  } catch (error) {
    if (!isDamage(error)) throw error;
    return { findings: [error.message], onlyIndices: false };
  } finally {
    database?.close();
  }
};

const structureFindings = (database: BetterSqlite.Database, depth: ExaminationDepth): string[] => {
  const check = depth === "full" ? "integrity_check" : "quick_check";
  const rows = database.prepare(`pragma ${check}(${maxFindings})`).pluck().all().map(String);
  return rows.filter((row) => row !== "ok").map((row) => row.replaceAll("\n", " "));
};

const isIndexFinding = (finding: string): boolean =>
  /^(row \d+ missing from index|wrong # of entries in index|non-unique entry in index|row \d+ values differ from index)/i.test(
    finding,
  );

const foreignKeyFindings = (database: BetterSqlite.Database): string[] =>
  database
    .prepare<[], { table: string; parent: string; rows: number }>(
      `select "table", parent, count(*) as rows from pragma_foreign_key_check group by 1, 2`,
    )
    .all()
    .map(({ table, parent, rows }) => `${rows} rows of ${table} name ${parent} that are not there`);

/**
 * What must hold for rows that Headwater wrote. SQLite keeps no checksums: a changed byte may leave its structure sound.
 * `is_text` is ours: whether bytes are UTF-8.
 */
const rowRules: { table: string; rule: string; broken: string }[] = [
  ...["elements", "chunks", "turns"].map((table) => ({
    table,
    rule: "json_valid(payload) = 0 or not is_text(cast(payload as blob))",
    broken: `rows of ${table} are no JSON`,
  })),
  { table: "elements", rule: "image glob '*[^A-Za-z0-9+/=]*'", broken: "pictures are no base64" },
  {
    table: "sources",
    rule: `length(file_id) <> 36 or length(project_id) <> 36 or julianday(created_at) is null
      or not is_text(cast(file_name as blob))`,
    broken: "sources have an id, a name or a date that is none",
  },
  {
    table: "builds",
    rule: "status not in ('Pending', 'Processing', 'Completed', 'Processing failed') or json_valid(failed_pages) = 0",
    broken: "builds have a state that is none",
  },
  {
    table: "versions",
    rule: `status not in ('inactive', 'active', 'removed') or status = 'active' and
      element_count <> (select count(*) from elements where elements.version_id = versions.version_id)`,
    broken: "documents have another number of elements than was written",
  },
  {
    table: "flows",
    rule: "json_valid(draft) = 0 or not is_text(cast(draft as blob)) or julianday(created_at) is null",
    broken: "flows have a draft or a date that is none",
  },
  { table: "flow_revisions", rule: "json_valid(graph) = 0", broken: "revisions of flows are no JSON" },
  {
    table: "flow_node_records",
    rule: "json_valid(payload) = 0",
    broken: "results of flow nodes are no JSON",
  },
  {
    table: "flow_runs",
    rule: "json_valid(summary) = 0 or json_valid(detail) = 0",
    broken: "runs of flows are no JSON",
  },
  { table: "prompts", rule: "json_valid(text) = 0", broken: "prompts are no JSON" },
  { table: "derived_data", rule: "json_valid(payload) = 0", broken: "rows of derived data are no JSON" },
];

/** Of a set that is not whole, chunks may be missing: it is being added, or cleared away. */
const chunkCountRule = (database: BetterSqlite.Database) => ({
  table: "chunk_sets",
  rule: `chunk_count <> (select count(*) from chunks where chunks.chunk_set_id = chunk_sets.chunk_set_id)
    and version_id in (select version_id from versions where status = 'active')
    ${hasColumn(database, "chunk_sets", "is_whole") ? "and is_whole = 1" : ""}`,
  broken: "documents have another number of chunks than was written",
});

const rowFindings = (database: BetterSqlite.Database): string[] => {
  database.function("is_text", (bytes) => (isUtf8(bytes as Buffer) ? 1 : 0));
  return [...rowRules, chunkCountRule(database)]
    .filter(({ table }) => hasTable(database, table))
    .map(({ table, rule, broken }) => ({
      broken,
      rows: Number(database.prepare(`select count(*) from ${table} where ${rule}`).pluck().get()),
    }))
    .filter(({ rows }) => rows > 0)
    .map(({ rows, broken }) => `${rows} ${broken}`);
};

const isDamage = (error: unknown): error is Error & { code: string } =>
  error instanceof BetterSqlite.SqliteError && /^SQLITE_(NOTADB|CORRUPT|IOERR|ERROR)/.test(error.code);
