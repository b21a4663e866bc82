import { readdir, readFile } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import type { BackupReader } from "../../backup/backup-ports.ts";
import { manifestName } from "../../backup/stored-paths.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import { stampFile } from "./copy-hashed.ts";
import { codeOf } from "./folder-errors.ts";

/** A folder that may hold a backup. Nothing is written to it. */
export const openBackupReader = (
  path: string,
  /** Looks into the database at a path. */
  unknownMigration: (database: string) => string | null,
): BackupReader => {
  const root = resolve(path);
  return {
    async manifest() {
      try {
        return await readFile(join(root, manifestName), "utf8");
      } catch (error) {
        if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return null;
        if (["EACCES", "EPERM"].includes(codeOf(error)))
          throw new OperatorError(`${root} can't be read by this user.`, { cause: error });
        throw error;
      }
    },
    stamp: (file) => stampFile(join(root, file)),
    async list() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => !entry.isDirectory())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
    },
    unknownMigration: async () => unknownMigration(join(root, "headwater.sqlite")),
  };
};
