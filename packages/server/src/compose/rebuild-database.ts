import { statSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { sql } from "kysely";
import { removeShutdownMark } from "../adapters/filesystem/clean-shutdown.ts";
import type { DataFolderPaths } from "../adapters/filesystem/data-folder.ts";
import { syncFolder } from "../adapters/filesystem/durable.ts";
import { writeTokenFile } from "../adapters/filesystem/token-file.ts";
import { createStores } from "../adapters/sql/create-stores.ts";
import { openSqlite } from "../adapters/sql/open-database.ts";
import { setStoreId } from "../adapters/sql/store-id.ts";
import { type RecoveredProject, recoverSources } from "../builds/recover-sources.ts";
import type { Clock } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import type { Sidecar } from "../ports/sidecar-store.ts";
import { markStore } from "./mark-store.ts";

export type RebuiltDatabase = {
  projects: RecoveredProject[];
  /** Where the remains of the old database were moved to. */
  kept: string[];
};

/**
 * Rebuilds the database of a folder from what the sidecars say. It is written under another name and moved into place
 * last: interrupted, there is still no database, and the next attempt begins from the start.
 */
export async function rebuildDatabase(
  paths: DataFolderPaths,
  { storeId, contents }: { storeId: string | null; contents: readonly Sidecar[] },
  clock: Clock,
): Promise<RebuiltDatabase> {
  const building = `${paths.database}.recovering`;
  for (const end of ["", "-wal", "-shm"]) await rm(building + end, { force: true });

  const id = storeId ?? newId();
  const database = await openSqlite(building);
  let projects: RecoveredProject[];
  try {
    // Nothing reads it before it is synced as a whole, below; a sync per source would take minutes.
    await sql`pragma synchronous = off`.execute(database);
    await setStoreId(database, id);
    projects = await recoverSources({ ...createStores(database, clock), clock }, contents);
    await sql`pragma wal_checkpoint(truncate)`.execute(database);
  } finally {
    await database.destroy();
  }
  const handle = await open(building, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }

  await markStore(paths, id);
  const [first] = projects;
  if (first) await writeTokenFile(paths.token, first.secret);
  await removeShutdownMark(paths.root);
  const kept = await moveRestAway(paths.database, clock);
  await rename(building, paths.database);
  await syncFolder(dirname(paths.database));
  return { projects, kept };
}

/** What is left of the lost database: its log, which SQLite would take for the new one's, or a file without tables. */
const moveRestAway = async (path: string, clock: Clock): Promise<string[]> => {
  const time = clock.now().toISOString().replaceAll(/[-:]/g, "");
  const kept: string[] = [];
  // SQLite makes this one again whenever it opens the log.
  await rm(`${path}-shm`, { force: true });
  for (const rest of [path, `${path}-wal`]) {
    const size = statSync(rest, { throwIfNoEntry: false })?.size;
    if (size === undefined) continue;
    if (size === 0) {
      await rm(rest);
      continue;
    }
    await rename(rest, `${rest}.lost-${time}`);
    kept.push(`${rest}.lost-${time}`);
  }
  return kept;
};
