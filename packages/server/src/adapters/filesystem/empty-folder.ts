import { readdir, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { OperatorError } from "../../kernel/operator-error.ts";
import { codeOf } from "./folder-errors.ts";

const remedies: Record<string, string> = {
  EACCES: "can't be written by this user",
  EPERM: "can't be written by this user",
  EROFS: "is on a read-only disk",
  ENOTDIR: "is a file, or lies under one",
  EEXIST: "is a file",
  ENOENT: "can't be made there",
  ENOSPC: "is on a full disk",
  EDQUOT: "is over its disk quota",
};

/** The failure in one line that says what to do, where it is one of the usual ones; others are left as they are. */
export const explainTargetError = (path: string, error: unknown): unknown => {
  const what = remedies[codeOf(error)];
  return what ? new OperatorError(`${path} ${what}. Name another folder.`, { cause: error }) : error;
};

/** The names in a folder; none when there is no folder yet. Throws OperatorError for what is no folder. */
export const namesIn = async (path: string): Promise<string[]> => {
  try {
    return await readdir(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw explainTargetError(path, error);
  }
};

/** Free bytes on the disk of a folder, or of the one it is to be made in. */
export const freeBytesOf = async (path: string): Promise<number> => {
  try {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  } catch (error) {
    if (codeOf(error) === "ENOENT" && dirname(path) !== path) return freeBytesOf(dirname(path));
    throw explainTargetError(path, error);
  }
};
