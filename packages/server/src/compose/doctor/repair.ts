import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { markCleanShutdown } from "../../adapters/filesystem/clean-shutdown.ts";
import type { DataFolderPaths } from "../../adapters/filesystem/data-folder.ts";
import { syncFolder } from "../../adapters/filesystem/durable.ts";
import { codeOf } from "../../adapters/filesystem/folder-errors.ts";
import { folderInUse, lockFolder } from "../../adapters/filesystem/folder-lock.ts";
import { countRows } from "../../adapters/sql/count-rows.ts";
import { createStores } from "../../adapters/sql/create-stores.ts";
import { connectSqlite } from "../../adapters/sql/open-database.ts";
import { openForReading, readStoreId } from "../../adapters/sql/open-for-reading.ts";
import { createSqlWordStore } from "../../adapters/sql/sql-word-store.ts";
import { damageOf, type FolderFinding, findingLine, type Repair } from "../../backup/folder-finding.ts";
import { counted } from "../../backup/sizes.ts";
import { systemClock } from "../../kernel/clock.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import { mend } from "../verify/mend.ts";
import { type Verification, verifyFolder } from "../verify/verify-folder.ts";
import { examineIndex, namesInHolding } from "./describe-data.ts";

export type RepairOptions = { acceptMissing: boolean; dryRun: boolean };

/**
 * Mends what follows from what is sound, and sets aside what is left over. Truth that is lost is never made up: it stays a
 * finding. Answers one line for each thing done. Throws OperatorError while a service runs, and, having changed nothing,
 * when the database can't be trusted.
 */
export async function repair(
  paths: DataFolderPaths,
  { acceptMissing, dryRun, hashUpTo }: RepairOptions & { hashUpTo: number },
): Promise<string[]> {
  if (!existsSync(paths.database))
    throw new OperatorError(`There is no database in ${paths.root} to repair. See 'headwater doctor'.`);
  if (folderInUse(paths.root)) throw serviceRuns(paths.root);
  const verify = () => verifyFolder(paths, { depth: "all", hashUpTo });
  if (dryRun) {
    const { findings } = await verify();
    refuseBeyondRepair(paths.root, findings);
    return findings.filter(isMendable).map((finding) => `Would mend: ${damageOf(finding)}.`);
  }
  const unlock = lockFolder(paths.root);
  try {
    return await repairLocked(paths, acceptMissing, verify);
  } finally {
    unlock();
  }
}

async function repairLocked(
  paths: DataFolderPaths,
  acceptMissing: boolean,
  verify: () => Promise<Verification>,
): Promise<string[]> {
  const done: string[] = [];
  const tried = new Set<string>();
  let { findings } = await verify();
  refuseBeyondRepair(paths.root, findings);
  for (;;) {
    const mendable = findings.filter(isMendable).filter((finding) => !tried.has(damageOf(finding)));
    if (mendable.length === 0) break;
    for (const finding of mendable) {
      await mend(paths, finding, systemClock);
      tried.add(damageOf(finding));
    }
    // A repair may bring to light what the next one mends: a table that is made again has no rows yet.
    ({ findings } = await verify());
  }
  for (const damage of tried) {
    const isThere = findings.some((finding) => damageOf(finding) === damage);
    done.push(isThere ? `Could not mend: ${damage}.` : `Mended: ${damage}.`);
  }
  if (
    !findings.some(({ blocks, part }) => blocks && part === "database") &&
    (await examineIndex(paths, null)).state === "FAIL"
  ) {
    await startIndexAgain(paths.database);
    done.push("Removed the search index; the service makes it again from the chunks.");
  }
  const lost = findings.filter(({ kind }) => kind === "damage");
  if (lost.length > 0 && acceptMissing)
    done.push("Accepted the losses: the service starts without what is lost.");
  // What was mended has changed the database: the mark is renewed, so that the next start need not wonder.
  if (lost.length > 0 ? acceptMissing : done.length > 0)
    await markCleanShutdown(paths.root, paths.database, { now: systemClock.now(), countRows });
  return done;
}

const isMendable = (finding: FolderFinding): finding is FolderFinding & { repair: Repair } =>
  finding.repair !== null;

/** Without a database that can be trusted nothing may be mended: it says what belongs to what. */
function refuseBeyondRepair(root: string, findings: FolderFinding[]): void {
  const hopeless = findings.find(({ blocks, repair, part }) => blocks && repair === null && part !== "files");
  if (hopeless)
    throw new OperatorError(
      `The data folder ${root} can't be repaired, and nothing in it was changed. ${findingLine(hopeless)}`,
    );
}

const startIndexAgain = async (path: string): Promise<void> => {
  const database = connectSqlite(path);
  try {
    const words = createSqlWordStore(database);
    for (const { projectId } of await createStores(database, systemClock).projects.list())
      await words.startAgain(projectId);
  } finally {
    await database.destroy();
  }
};

/** Ends the holding early. Without a running service, or where files and database are proven to belong together. */
export async function emptyHolding(
  paths: DataFolderPaths,
  { dryRun }: { dryRun: boolean },
  isSameStore: () => Promise<boolean> = () => sameStore(paths),
): Promise<string[]> {
  const names = await namesInHolding(paths.root);
  if (names.length === 0) return ["The holding folder is empty."];
  if (!(await isSameStore())) {
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
