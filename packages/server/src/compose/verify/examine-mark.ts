import { statSync } from "node:fs";
import { readShutdownState } from "../../adapters/filesystem/clean-shutdown.ts";
import { stampFile } from "../../adapters/filesystem/copy-hashed.ts";
import type { DataFolderPaths } from "../../adapters/filesystem/data-folder.ts";
import { folderInUse } from "../../adapters/filesystem/folder-lock.ts";
import { rowsOf } from "../../adapters/sql/count-rows.ts";
import { databaseFinding, restoreOrRecover } from "../../adapters/sql/database-finding.ts";
import { openForReading } from "../../adapters/sql/open-for-reading.ts";
import { storedTable } from "../../adapters/sql/stored-tables.ts";
import type { FolderFinding } from "../../backup/folder-finding.ts";

/** Compares the database with what the mark of the clean stop says of it. While a service runs there is no mark. */
export async function examineMark(
  paths: DataFolderPaths,
  readFrom: string,
  known: FolderFinding[],
): Promise<FolderFinding[]> {
  const state = await readShutdownState(paths.root, paths.database);
  if (state.kind === "unmarked") return state.damaged ? [unreadableMark] : [];
  if (folderInUse(paths.root)) return [];
  if (state.sha256 === undefined) return [];
  // A copy of the folder may have other times. After a clean stop there is no log.
  const logSize = statSync(`${paths.database}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (logSize === 0 && (await stampFile(paths.database))?.sha256 === state.sha256) return [];

  const missing = missingRows(readFrom, state.rows ?? {}).filter(
    ({ table }) => !known.some(({ what }) => new RegExp(`\\b${table}\\b`).test(what)),
  );
  const findings = missing.map(({ table, rows, before }) =>
    databaseFinding({
      what: `the table ${table} has ${rows} rows, and had ${before} at the clean stop of ${state.stopped}`,
      lost: storedTable(table).lost,
      kind: "damage",
      remedy: changedOnPurpose,
    }),
  );
  if (findings.length > 0 || known.some(({ kind }) => kind !== "note")) return findings;
  return [
    databaseFinding({
      what:
        state.kind === "clean"
          ? "it has other bytes than at the clean stop, although nothing wrote to it: its disk may be failing"
          : `it was changed since the clean stop of ${state.stopped}, and not by Headwater`,
      lost: "what the changed bytes said, which is not known",
      // Marks of older versions were not renewed by commands that wrote.
      kind: state.rows === undefined && state.kind === "changed" ? "note" : "damage",
      remedy: state.kind === "clean" ? restoreOrRecover : changedOnPurpose,
    }),
  ];
}

const changedOnPurpose =
  "Restore a backup into a new folder ('headwater restore'). If it was changed on purpose, start the service, or run 'headwater doctor --repair --accept-missing'.";

function missingRows(path: string, before: Record<string, number>) {
  const database = openForReading(path);
  try {
    const rows = rowsOf(database);
    return Object.entries(before)
      .filter(([table, count]) => (rows[table] ?? 0) < count)
      .map(([table, count]) => ({ table, rows: rows[table] ?? 0, before: count }));
  } finally {
    database.close();
  }
}

const unreadableMark: FolderFinding = {
  part: "data folder",
  file: "clean-shutdown.json",
  what: "it can't be read",
  lost: "nothing: the next start checks the folder first",
  remedy: "The next clean stop writes it again.",
  kind: "note",
  blocks: false,
  repair: null,
};
