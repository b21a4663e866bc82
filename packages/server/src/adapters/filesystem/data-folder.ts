import { mkdir, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { codeOf, explainFolderError } from "./folder-errors.ts";
import { lockFolder } from "./folder-lock.ts";
import { bringToCurrentVersion, type FolderMigration } from "./folder-version.ts";
import { removeAbandoned } from "./remove-abandoned.ts";

export type DataFolderPaths = {
  root: string;
  /** The SQLite file. */
  database: string;
  /** The file bytes. */
  files: string;
  /** Uploads that are still arriving. On the same disk as `files`, so that moving them is one step. */
  staging: string;
  /** Temporary files of this process, of native libraries and of the programs it starts. Emptied at each start. */
  temporary: string;
  /** What running builds have fetched from the web. */
  downloads: string;
  /** PDFs of office documents, for pictures of their pages. They may be thrown away while no service runs. */
  pages: string;
  /** Stored bytes that belong to no source. They are kept for some days. */
  holding: string;
  /** Embedding models that were fetched on demand. */
  models: string;
  /** Takes room on the disk that is given back when the disk is full. */
  reserve: string;
  /** The first project's token, for tools on the same machine. */
  token: string;
};

export type DataFolder = DataFolderPaths & {
  /** Whether other processes of a fleet use it, too. */
  isShared: boolean;
  /** Frees the folder for another process. The end of the process frees it too. */
  close(): void;
};

/** Migrations from version 1 to 2 of the folder, and so on. The tables have their own migrations. */
const migrations: FolderMigration[] = [];

/** The layout of the folders that this version makes. */
export const currentFolderVersion = migrations.length + 1;

/** The paths in a data folder. Changes nothing, so tools may call it for a folder that a running service uses. */
export const dataFolderPaths = (path: string): DataFolderPaths => {
  const root = resolve(path);
  return {
    root,
    database: join(root, "headwater.sqlite"),
    files: join(root, "files"),
    staging: join(root, "staging"),
    temporary: join(root, "temporary"),
    downloads: join(root, "downloads"),
    pages: join(root, "pages"),
    holding: join(root, "holding"),
    models: join(root, "models"),
    reserve: join(root, "reserve"),
    token: join(root, "token"),
  };
};

/** Temporary files of processes of a fleet that were killed are older than this, in ms: nothing takes as long. */
const abandonedMs = 86_400_000;

/**
 * Locks the data folder for this process, and creates it (mode 0700) or migrates it when needed. Throws a one-line
 * error that names the remedy when the folder cannot be written, is not a folder, is used by another process, or was
 * made by a newer Headwater. One that processes of a fleet share is not locked: their database keeps others out.
 */
export const openDataFolder = async (
  path: string,
  { isShared = false }: { isShared?: boolean } = {},
): Promise<DataFolder> => {
  const paths = dataFolderPaths(path);
  try {
    await makeFolder(paths.root);
    const unlock = isShared ? () => {} : lockFolder(paths.root);
    try {
      await bringToCurrentVersion(paths.root, migrations);
      if (isShared) await removeAbandoned(paths.temporary, abandonedMs);
      else await rm(paths.temporary, { recursive: true, force: true });
      for (const folder of [paths.files, paths.staging, paths.temporary]) {
        await mkdir(folder, { recursive: true, mode: 0o700 });
      }
    } catch (error) {
      unlock();
      throw error;
    }
    return { ...paths, isShared, close: unlock };
  } catch (error) {
    throw explainFolderError(paths.root, error);
  }
};

/**
 * Creates the folder and its parents, private to this user. It does not use mkdir's own `recursive`: when a folder
 * can't be created although its parent exists (`/proc`), Node tries for ever.
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
