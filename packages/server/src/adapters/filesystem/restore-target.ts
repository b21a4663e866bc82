import { existsSync } from "node:fs";
import { chmod, mkdir, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { RestoreTarget } from "../../backup/backup-ports.ts";
import { databasePath, manifestName } from "../../backup/stored-paths.ts";
import type { Clock } from "../../kernel/clock.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import { shellWord } from "../../kernel/shell-word.ts";
import { type MarkOptions, markCleanShutdown } from "./clean-shutdown.ts";
import { syncFolder, writeDurably } from "./durable.ts";
import { explainTargetError, freeBytesOf, namesIn } from "./empty-folder.ts";
import { createFolderCopy } from "./folder-copy.ts";
import { folderInUse, lockFolder } from "./folder-lock.ts";

/** Marks a running or killed restore. The service does not start in a folder with this marker. */
const markerName = "restore-unfinished";
/** The marker, or its draft when the process was killed before the rename. */
const markerNames = [markerName, `${markerName}.new`];
/**
 * Files are collected here before they are moved into place. It is in the data folder, because that may be on a disk of
 * its own.
 */
const gatheringName = "restoring";
/** Files that a lock leaves in an otherwise empty folder. */
const lockNames = ["lock.sqlite", "lock.sqlite-journal", "lock.pid"];

/**
 * Opens a folder for a restore: empty, missing, or left by an interrupted restore (which starts again). Throws
 * OperatorError before anything is written when it is not one of these, or when a service uses it.
 */
export const openRestoreTarget = async (
  backup: string,
  dataFolder: string,
  { clock, countRows }: { clock: Clock } & Pick<MarkOptions, "countRows">,
): Promise<RestoreTarget & { close(): void }> => {
  const root = resolve(dataFolder);
  const marker = join(root, markerName);
  const gathering = join(root, gatheringName);
  const inner = createFolderCopy(resolve(backup), gathering);
  await refuseOccupied(root);
  let unlock: (() => void) | undefined;

  return {
    freeBytes: () => freeBytesOf(root),
    async begin() {
      try {
        await mkdir(root, { recursive: true, mode: 0o700 });
        unlock = lockFolder(root);
        await refuseOccupied(root, { own: true });
        await chmod(root, 0o700);
        await writeDurably(
          marker,
          "A restore is under way here. Interrupted, 'headwater restore' starts it over.\n",
        );
        // The marker shows that everything else here came from a restore.
        for (const name of await contentsOf(root)) {
          if (name !== markerName) await rm(join(root, name), { recursive: true, force: true });
        }
        await mkdir(gathering, { mode: 0o700 });
      } catch (error) {
        throw explainTargetError(root, error);
      }
    },
    async copy(path) {
      try {
        return await inner.copy(path);
      } catch (error) {
        throw explainTargetError(root, error);
      }
    },
    async finish() {
      await inner.sync();
      const names = (await namesIn(gathering)).filter((name) => name !== databasePath);
      // The database comes last. Without it the folder cannot be taken for a complete one.
      for (const name of [...names, databasePath]) await rename(join(gathering, name), join(root, name));
      await rm(gathering, { recursive: true });
      await markCleanShutdown(root, join(root, databasePath), { now: clock.now(), countRows });
      await rm(marker);
      await syncFolder(root);
      await syncFolder(dirname(root));
    },
    close: () => unlock?.(),
  };
};

/**
 * Throws OperatorError for a folder that only looks like a data folder. A folder with an interrupted restore is not
 * complete, and a backup would be spoiled if a service wrote to it.
 */
export const refuseUnusableFolder = (dataFolder: string): void => {
  const root = resolve(dataFolder);
  if (markerNames.some((name) => existsSync(join(root, name)))) {
    throw new OperatorError(
      `A restore into ${root} was interrupted or is under way. Run 'headwater restore' again: it starts over.`,
    );
  }
  if (existsSync(join(root, manifestName))) {
    throw new OperatorError(
      `${root} is a backup, not a data folder. Set HEADWATER_DATA to a new folder and run: headwater restore ${shellWord(root)}`,
    );
  }
};

const contentsOf = async (root: string): Promise<string[]> =>
  (await namesIn(root)).filter((name) => !lockNames.includes(name));

const refuseOccupied = async (root: string, { own = false } = {}): Promise<void> => {
  if (!own && folderInUse(root)) {
    throw new OperatorError(
      `The data folder ${root} is in use by a running service. Stop it, or set HEADWATER_DATA to a new folder to restore into.`,
    );
  }
  const names = await contentsOf(root);
  if (names.length === 0 || markerNames.some((name) => names.includes(name))) return;
  throw new OperatorError(
    `The data folder ${root} is not empty, and a restore never writes over what is there. Set HEADWATER_DATA to a new folder, or move this one away.`,
  );
};
