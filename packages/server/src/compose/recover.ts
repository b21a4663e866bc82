import { existsSync } from "node:fs";
import { dataFolderPaths, openDataFolder } from "../adapters/filesystem/data-folder.ts";
import { readBlobs } from "../adapters/filesystem/filesystem-blob-store.ts";
import { createFilesystemSidecarStore } from "../adapters/filesystem/filesystem-sidecar-store.ts";
import { readStoreMark } from "../adapters/filesystem/store-mark.ts";
import { peekDatabase } from "../adapters/sql/peek-database.ts";
import { planRecovery, type RecoveryPlan } from "../builds/recovery-plan.ts";
import { systemClock } from "../kernel/clock.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import { type RebuiltDatabase, rebuildDatabase } from "./rebuild-database.ts";

export type Recovery = {
  /** The absolute path of the data folder. */
  root: string;
  /** Reads every stored file and every sidecar; changes nothing. */
  plan(): Promise<RecoveryPlan>;
  /** Makes the database that was planned. */
  rebuild(plan: RecoveryPlan): Promise<RebuiltDatabase>;
  /** Frees the folder for another process. */
  close(): void;
};

/**
 * Takes a data folder without a database for this process alone. Throws OperatorError when the folder has no stored
 * files, when a process uses it, or when it still has a database of ours.
 */
export async function openRecovery(dataFolder: string): Promise<Recovery> {
  const paths = dataFolderPaths(dataFolder);
  if (!existsSync(paths.files)) {
    throw new OperatorError(
      `There are no stored files in ${paths.root} to recover. Is HEADWATER_DATA the right folder?`,
    );
  }
  const folder = await openDataFolder(dataFolder);
  try {
    refuseBesideDatabase(paths.database);
  } catch (error) {
    folder.close();
    throw error;
  }
  return {
    root: paths.root,
    plan: async () =>
      planRecovery(
        { blobs: readBlobs(paths.files), sidecars: createFilesystemSidecarStore(paths.files) },
        await readStoreMark(paths.files),
      ),
    rebuild: (plan) => rebuildDatabase(paths, plan, systemClock),
    close: folder.close,
  };
}

const refuseBesideDatabase = (path: string): void => {
  const database = peekDatabase(path);
  database.close();
  if (database.state !== "ours") return;
  throw new OperatorError(
    `There is a database, ${path}: recover works only where none is. Start the service; if it refuses this database, move it away first.`,
  );
};
