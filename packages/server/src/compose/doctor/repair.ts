import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { markCleanShutdown } from "../../adapters/filesystem/clean-shutdown.ts";
import type { DataFolderPaths } from "../../adapters/filesystem/data-folder.ts";
import { syncFolder } from "../../adapters/filesystem/durable.ts";
import { codeOf } from "../../adapters/filesystem/folder-errors.ts";
import { folderInUse, lockFolder } from "../../adapters/filesystem/folder-lock.ts";
import { examineDatabase } from "../../adapters/sql/examine-database.ts";
import { openForReading, readStoreId } from "../../adapters/sql/open-for-reading.ts";
import { counted } from "../../backup/sizes.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import { examineFilesPart, examineIndex, namesInHolding } from "./examine-data.ts";

export type RepairOptions = { acceptMissing: boolean; dryRun: boolean };

/**
 * Mends what can be rebuilt from what is sound: SQLite's indices, the search index. Never touches `files/`, nor a
 * database whose tables are ill. Answers one line for each thing done. Throws OperatorError while a service runs.
 */
export async function repair(paths: DataFolderPaths, options: RepairOptions): Promise<string[]> {
  if (!existsSync(paths.database))
    throw new OperatorError(`There is no database in ${paths.root} to repair. See 'headwater doctor'.`);
  if (folderInUse(paths.root)) throw serviceRuns(paths.root);
  const unlock = options.dryRun ? () => {} : lockFolder(paths.root);
  try {
    return await repairLocked(paths, options);
  } finally {
    unlock();
  }
}

async function repairLocked(
  paths: DataFolderPaths,
  { acceptMissing, dryRun }: RepairOptions,
): Promise<string[]> {
  const done: string[] = [];
  const say = (what: string, planned: string) => done.push(dryRun ? `Would ${planned}.` : what);

  const database = examineDatabase(paths.database, "full");
  if (database.findings.length > 0 && !database.onlyIndices) {
    throw new OperatorError(
      `The tables of ${paths.database} are damaged (${database.findings[0]}), and can't be repaired. Restore a backup into a new folder ('headwater restore'), or move the database away and run 'headwater recover'.`,
    );
  }
  if (database.onlyIndices) {
    if (!dryRun) rebuildIndices(paths.database);
    say("Rebuilt the indices of the database.", "rebuild the indices of the database");
  }
  const left = dryRun ? [] : examineDatabase(paths.database, "full").findings;
  if (left.length > 0)
    throw new OperatorError(
      `The database is still damaged after its indices were rebuilt (${left[0]}). Restore a backup: 'headwater restore'.`,
    );
  if ((await examineIndex(paths)).state === "FAIL") {
    if (!dryRun) await rm(paths.index, { recursive: true, force: true });
    say(
      "Removed the search index; the service rebuilds it from the database.",
      "remove the search index, which the service rebuilds",
    );
  }
  if (acceptMissing && (await examineFilesPart(paths, false)).state === "FAIL") {
    if (!dryRun) await markCleanShutdown(paths.root, paths.database, new Date());
    say(
      "Accepted that files are missing or damaged: the service starts without them.",
      "let the service start although files are missing or damaged",
    );
  }
  return done;
}

const rebuildIndices = (path: string): void => {
  const database = new BetterSqlite(path);
  try {
    database.exec("reindex");
  } finally {
    database.close();
  }
};

/** Ends the holding early. Without a running service, or where files and database are proven to belong together. */
export async function emptyHolding(
  paths: DataFolderPaths,
  { dryRun }: { dryRun: boolean },
): Promise<string[]> {
  const names = await namesInHolding(paths.root);
  if (names.length === 0) return ["The holding folder is empty."];
  if (!(await sameStore(paths))) {
    throw new OperatorError(
      `The files in ${paths.root} are not proven to belong to its database, so what was set aside may be all that is left of them. Look with 'headwater doctor' first; 'headwater restore' and 'headwater recover' bring sources back.`,
    );
  }
  for (const name of dryRun ? [] : names)
    await rm(join(paths.root, "holding", name), { recursive: true, force: true });
  if (!dryRun) await syncFolder(join(paths.root, "holding"));
  const what = `${names.length === 1 ? "one entry" : counted(names.length, "entrie")} from the holding folder`;
  return [
    ...names.map((name) => `  ${name}`),
    dryRun ? `Would remove ${what}.` : `Removed ${what} for good.`,
  ];
}

/** Whether database and `files/` carry the same identity. */
async function sameStore({ root, database: path }: DataFolderPaths): Promise<boolean> {
  const text = await readFile(join(root, "files", "store.json"), "utf8").catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  });
  if (text === null || !existsSync(path)) return false;
  const database = openForReading(path);
  try {
    const storeId = readStoreId(database);
    return storeId !== null && (JSON.parse(text) as { store_id?: string }).store_id === storeId;
  } finally {
    database.close();
  }
}

const serviceRuns = (root: string): OperatorError =>
  new OperatorError(`A service is running on ${root}. Stop it first: --repair changes what it has open.`);
