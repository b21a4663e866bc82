import { mkdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { codeOf, explainFolderError } from "./folder-errors.ts";
import { lockFolder } from "./folder-lock.ts";
import { bringToCurrentVersion, type FolderMigration } from "./folder-version.ts";

export type DataFolderPaths = {
  root: string;
  /** The SQLite file. */
  database: string;
  /** The search index's folder. */
  index: string;
  /** The file bytes. */
  files: string;
  /** Uploads on their way in; on the same disk as `files`, so that moving them over is one step. */
  staging: string;
  /** Stored bytes that no source explains, kept for some days. */
  holding: string;
  /** The first project's token, for tools on the same machine. */
  token: string;
};

export type DataFolder = DataFolderPaths & {
  /** Gives the folder free for another process. Ending the process, however, does too. */
  close(): void;
};

/** What turns a folder of version 1 into one of version 2, and so on. The tables have migrations of their own. */
const migrations: FolderMigration[] = [];

/** Where things are. Touches nothing: also for tools that look into a folder that a running service holds. */
export const dataFolderPaths = (path: string): DataFolderPaths => {
  const root = resolve(path);
  return {
    root,
    database: join(root, "headwater.sqlite"),
    index: join(root, "index"),
    files: join(root, "files"),
    staging: join(root, "staging"),
    holding: join(root, "holding"),
    token: join(root, "token"),
  };
};

/**
 * Takes the data folder for this process alone, making it (mode 0700) or migrating it as needed.
 * Throws an error of one line that names the remedy when it can't be written, is no folder, is in use by another
 * process, or was made by a newer Headwater.
 */
export const openDataFolder = async (path: string): Promise<DataFolder> => {
  const paths = dataFolderPaths(path);
  try {
    await makeFolder(paths.root);
    const unlock = lockFolder(paths.root);
    try {
      await bringToCurrentVersion(paths.root, migrations);
      for (const folder of [paths.files, paths.staging]) {
        await mkdir(folder, { recursive: true, mode: 0o700 });
      }
      // What stands in its place is set aside by the index itself: nothing about the index may stop the service.
      await mkdir(paths.index, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
        if (codeOf(error) !== "EEXIST") throw error;
      });
    } catch (error) {
      unlock();
      throw error;
    }
    return { ...paths, close: unlock };
  } catch (error) {
    throw explainFolderError(paths.root, error);
  }
};

/**
 * The folder with what leads to it, all for this user alone. Not mkdir's own `recursive`: where a folder can't be made
 * although its parent exists (`/proc`), Node tries for ever.
 */
const makeFolder = async (path: string): Promise<void> => {
  if (await isFolder(path)) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  await mkdir(path, { mode: 0o700 });
};

const isFolder = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
};
