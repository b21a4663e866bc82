import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "../../kernel/operator-error.ts";
import { writeDurably } from "./durable.ts";
import { codeOf } from "./folder-errors.ts";

/** Changes a folder in place. It runs again after a crash, so it must accept steps that are done already. */
export type FolderMigration = (folder: string) => Promise<void>;

/**
 * Reads the folder's `version` file and runs the migrations after it, recording each one. A new folder gets the current
 * version. Throws when a newer Headwater made the folder.
 */
export const bringToCurrentVersion = async (
  folder: string,
  migrations: readonly FolderMigration[],
): Promise<void> => {
  const current = migrations.length + 1;
  const found = await readVersion(folder, current);
  if (found === null) return writeVersion(folder, current);
  for (const [index, migrate] of migrations.entries()) {
    const reached = index + 2;
    if (found >= reached) continue;
    await migrate(folder);
    await writeVersion(folder, reached);
  }
};

export const writeVersion = (folder: string, version: number): Promise<void> =>
  writeDurably(join(folder, "version"), `${version}\n`);

/** Null when there is none. Throws OperatorError when it is not a number, or greater than `current`. */
export const readVersion = async (folder: string, current: number): Promise<number | null> => {
  const path = join(folder, "version");
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
  if (!/^[1-9]\d{0,8}\r?\n?$/.test(text)) {
    throw new OperatorError(
      `The file ${path} holds no version number. Restore it (a data folder of this version holds 1), or name another folder with HEADWATER_DATA.`,
    );
  }
  const found = Number(text);
  if (found > current) {
    throw new OperatorError(
      `The data folder ${folder} was made by a newer Headwater (version ${found}, this one knows ${current}). Start the newer one, or name another folder with HEADWATER_DATA.`,
    );
  }
  return found;
};
