import { lstat, readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { StoredFiles } from "../../backup/backup-ports.ts";
import { stampFile } from "./copy-hashed.ts";
import { codeOf } from "./folder-errors.ts";

/**
 * Reads the stored files of a data folder. Changes nothing. Bytes that were set aside count as stored: the next start
 * puts back those that the database names.
 */
export const openStoredFiles = (root: string): StoredFiles => {
  let held: Promise<string[]> | undefined;

  /** Where the bytes lie: in their place, or set aside; null when in neither. */
  const find = async (path: string): Promise<{ absolute: string; size: number } | null> => {
    const inPlace = await fileAt(join(root, path));
    if (inPlace) return inPlace;
    const [, projectId, , contentHash] = path.split("/");
    held ??= namesIn(join(root, "holding"));
    const folder = (await held).find((name) => name.endsWith(`-${projectId}-${contentHash}`));
    return folder === undefined ? null : fileAt(join(root, "holding", folder, contentHash ?? ""));
  };

  return {
    size: async (path) => (await find(path))?.size ?? null,
    async stamp(path) {
      const file = await find(path);
      return file && stampFile(file.absolute);
    },
    async list() {
      try {
        const entries = await readdir(join(root, "files"), { recursive: true, withFileTypes: true });
        return entries
          .filter((entry) => !entry.isDirectory())
          .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
      } catch (error) {
        if (codeOf(error) === "ENOENT") return [];
        throw error;
      }
    },
  };
};

const fileAt = async (absolute: string): Promise<{ absolute: string; size: number } | null> => {
  try {
    const file = await lstat(absolute);
    return file.isFile() ? { absolute, size: file.size } : null;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return null;
    throw error;
  }
};

const namesIn = async (folder: string): Promise<string[]> => {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
};
