import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isId, newId, type ProjectId } from "../../kernel/ids.ts";
import { IndexDamagedError } from "../../retrieval/chunk-index.ts";

/**
 * Raised whenever rows are laid out, or texts read into terms (text/, retrieval/search-terms), in another way than before.
 * Each format has a folder of its own; a folder of another one is dropped, and filled again from the database.
 */
export const format = "format-3";
const setAsidePrefix = "set-aside-";
const tableSuffix = ".lance";

/** The index on disk: a folder per format with a folder per table, beside it what was set aside. */
export type IndexFolder = {
  /** Where the tables are. */
  tables: string;
  /** Makes what is missing, and moves away what stands in the way. */
  prepare(): Promise<void>;
  /** Tells one folder of a table from another of the same name; null when there is none. Throws when it is a file. */
  identity(projectId: ProjectId): Promise<bigint | null>;
  projects(): Promise<ProjectId[]>;
  remove(projectId: ProjectId): Promise<void>;
  /** Moves the table out of the way. Of what was set aside before, nothing of this project is kept. */
  setAside(projectId: ProjectId): Promise<void>;
  /** Removes what was set aside, of all projects. */
  discardSetAside(): Promise<void>;
};

export function createIndexFolder(directory: string): IndexFolder {
  const tables = join(directory, format);
  const tablePath = (projectId: ProjectId) => join(tables, `${projectId}${tableSuffix}`);

  const asides = async () =>
    (await readdir(directory).catch(nothingAt([]))).filter((name) => name.startsWith(setAsidePrefix));
  const moveAside = async (path: string, name: string) => {
    const aside = join(directory, `${setAsidePrefix}${new Date().toISOString().replaceAll(":", "-")}`);
    await mkdir(aside, { recursive: true, mode: 0o700 });
    await rename(path, join(aside, name));
  };
  /** A file where a folder belongs can't be moved into a folder of the same name before it is out of the way. */
  const ensureFolder = async (path: string, aside: string) => {
    const found = await stat(path).catch(nothingAt(null));
    if (found?.isDirectory()) return;
    const away = `${path}-${newId()}`;
    if (found) await rename(path, away);
    await mkdir(path, { recursive: true, mode: 0o700 });
    if (found) await moveAside(away, aside);
  };

  return {
    tables,
    async prepare() {
      await ensureFolder(directory, "index");
      await ensureFolder(tables, format);
      for (const entry of await readdir(directory)) {
        if (/^format-\d+$/.test(entry) && entry !== format)
          await rm(join(directory, entry), { recursive: true, force: true });
      }
    },
    async identity(projectId) {
      const found = await stat(tablePath(projectId), { bigint: true }).catch(nothingAt(null));
      // LanceDB would try for seconds to read it.
      if (found && !found.isDirectory()) throw new IndexDamagedError("A file stands where the table belongs");
      return found ? found.ino : null;
    },
    async projects() {
      const names = await readdir(tables).catch(nothingAt([]));
      return names
        .filter((name) => name.endsWith(tableSuffix))
        .map((name) => name.slice(0, -tableSuffix.length))
        .filter(isId);
    },
    remove: (projectId) => rm(tablePath(projectId), { recursive: true, force: true }),
    async setAside(projectId) {
      const name = `${projectId}${tableSuffix}`;
      for (const aside of await asides())
        await rm(join(directory, aside, name), { recursive: true, force: true });
      if (await stat(tablePath(projectId)).catch(nothingAt(null)))
        await moveAside(tablePath(projectId), name);
    },
    async discardSetAside() {
      for (const aside of await asides()) await rm(join(directory, aside), { recursive: true, force: true });
    },
  };
}

/** Answers `instead` where there is nothing, or a file stands where a folder should. */
const nothingAt =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return instead;
    throw error;
  };
