import { chmod, mkdir, realpath, rm } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { BackupTarget } from "../../backup/backup-ports.ts";
import { manifestName } from "../../backup/stored-paths.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import { syncFolder, writeDurably } from "./durable.ts";
import { explainTargetError, freeBytesOf, namesIn } from "./empty-folder.ts";
import { createFolderCopy } from "./folder-copy.ts";

export type OpenBackupTarget = BackupTarget & {
  /** Removes everything written so far, after a failure. */
  abandon(): Promise<void>;
};

/**
 * Opens a new or empty folder for a backup of the data folder. Throws OperatorError before anything is written when the
 * folder is not empty, or when it is inside the data folder.
 */
export const openBackupTarget = async (dataFolder: string, path: string): Promise<OpenBackupTarget> => {
  const root = resolve(path);
  if (await liesWithin(root, dataFolder)) {
    throw new OperatorError(
      `${root} lies in the data folder itself. Name a folder outside ${dataFolder}, best on another disk.`,
    );
  }
  const names = await namesIn(root);
  if (names.includes(manifestName)) {
    throw new OperatorError(`${root} holds a backup already. Name a new folder for this one.`);
  }
  if (names.length > 0) {
    throw new OperatorError(
      `${root} is not empty. Name a new or an empty folder; one with an unfinished backup may be removed.`,
    );
  }
  let made: string | undefined;
  let begun = false;
  const inner = createFolderCopy(dataFolder, root);
  const explained = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw explainTargetError(root, error);
    }
  };

  return {
    freeBytes: () => freeBytesOf(root),
    async begin() {
      made = await explained(mkdir(root, { recursive: true, mode: 0o700 }));
      begun = true;
      await explained(chmod(root, 0o700));
    },
    copy: (file) => explained(inner.copy(file)),
    receive: (file, write) => explained(inner.receive(file, write)),
    remove: (file) => rm(join(root, file), { force: true }),
    async finish(manifest) {
      await inner.sync();
      await syncFolder(dirname(root));
      await writeDurably(join(root, manifestName), manifest);
    },
    async abandon() {
      if (!begun) return;
      // The folder was empty at the start, so everything in it is ours.
      for (const name of await namesIn(root)) await rm(join(root, name), { recursive: true, force: true });
      if (made !== undefined) await rm(root, { recursive: true, force: true });
    },
  };
};

/** Whether a path (existing or not) is a folder or inside it, after links are resolved. */
const liesWithin = async (path: string, folder: string): Promise<boolean> => {
  const way = relative(await realpath(folder), await realPlace(path));
  return way === "" || !(way === ".." || way.startsWith("../") || way.startsWith("..\\"));
};

const realPlace = async (path: string): Promise<string> => {
  try {
    return await realpath(path);
  } catch {
    // The path does not exist or cannot be read; creating it will show why. Its parent shows where it would be.
    return dirname(path) === path ? path : join(await realPlace(dirname(path)), basename(path));
  }
};
