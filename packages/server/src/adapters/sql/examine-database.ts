import BetterSqlite from "better-sqlite3";
import type { FolderFinding } from "../../backup/folder-finding.ts";
import { schemaFindings } from "./compare-schema.ts";
import { type DatabaseFault, databaseFinding, restoreOrRecover } from "./database-finding.ts";
import { derivedFindings } from "./examine-derived.ts";
import { orphanFindings, rowFindings } from "./examine-rows.ts";
import { openForReading } from "./open-for-reading.ts";

/**
 * `start` compares the schema, whatever the number of rows; `quick` also reads every page and key; `full` also holds
 * indices against tables, and every row against what wrote it.
 */
export type ExaminationDepth = "start" | "quick" | "full";

/** Enough to see what is wrong; a damaged file can have a finding a row. */
const maxFindings = 10;

/** Looks a database over, changing nothing. Damage of any kind is a finding, never an error. */
export const examineDatabase = async (path: string, depth: ExaminationDepth): Promise<FolderFinding[]> => {
  let database: BetterSqlite.Database | undefined;
  try {
    database = openForReading(path);
    const structure = depth === "start" ? [] : structureFindings(database, depth);
    // What is said of rows is worth nothing while pages are unreadable.
    if (structure.some(({ kind }) => kind === "damage")) return structure;
    const schema = await schemaFindings(database);
    if (depth === "start" || schema.some(({ blocks }) => blocks)) return [...structure, ...schema];
    const rows =
      depth === "quick" ? orphanFindings(database) : [...rowFindings(database), ...derivedFindings(database)];
    return [...structure, ...schema, ...rows];
  } catch (error) {
    if (!isDamage(error)) throw error;
    return [unreadable(path, error.message)];
  } finally {
    database?.close();
  }
};

const structureFindings = (
  database: BetterSqlite.Database,
  depth: Exclude<ExaminationDepth, "start">,
): FolderFinding[] => {
  const check = depth === "full" ? "integrity_check" : "quick_check";
  const rows = database.prepare(`pragma ${check}(${maxFindings})`).pluck().all().map(String);
  return rows
    .filter((row) => row !== "ok")
    .map((row) =>
      databaseFinding({ what: row.replaceAll("\n", " "), ...(isOfIndex(row) ? illIndex : illTable) }),
    );
};

const isOfIndex = (row: string): boolean =>
  /^(row \d+ missing from index|wrong # of entries in index|non-unique entry in index|row \d+ values differ from index)/i.test(
    row,
  );

const illIndex: Omit<DatabaseFault, "what"> = {
  lost: "no rows; searches by this index may not find them",
  kind: "derived",
  blocks: true,
  remedy: "Stop the service and run 'headwater doctor --repair', which rebuilds the indices.",
  repair: { does: "reindex" },
};

const illTable: Omit<DatabaseFault, "what"> = {
  lost: "what is on the damaged pages",
  kind: "damage",
  blocks: true,
  remedy: restoreOrRecover,
};

const unreadable = (path: string, message: string): FolderFinding =>
  databaseFinding({
    ...illTable,
    what: `it is damaged (${message})`,
    lost: "everything but the files",
    refusal: `The database ${path} is damaged (${message}). Run 'headwater restore <backup>' into a new folder; or, without a backup, move the database away and run 'headwater recover', which brings the sources back from the stored files.`,
  });

const isDamage = (error: unknown): error is Error & { code: string } =>
  error instanceof BetterSqlite.SqliteError && /^SQLITE_(NOTADB|CORRUPT|IOERR|ERROR)/.test(error.code);
