import { lstat, readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { StoredFiles } from "../../backup/backup-ports.ts";
import { stampFile } from "./copy-hashed.ts";
import { codeOf } from "./folder-errors.ts";

/** Reads the stored files of a data folder. Changes nothing. */
export const openStoredFiles = (root: string): StoredFiles => ({
  async size(path) {
    try {
      const file = await lstat(join(root, path));
      return file.isFile() ? file.size : null;
    } catch (error) {
      if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return null;
      throw error;
    }
  },
  stamp: (path) => stampFile(join(root, path)),
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
});
