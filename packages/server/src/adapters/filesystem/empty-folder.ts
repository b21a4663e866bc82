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

/** Turns a common failure into one line that says what to do. Other failures stay as they are. */
export const explainTargetError = (path: string, error: unknown): unknown => {
  const what = remedies[codeOf(error)];
  return what ? new OperatorError(`${path} ${what}. Name another folder.`, { cause: error }) : error;
};

/**
 * The names in a folder; empty when the folder does not exist yet. Throws OperatorError when the path is not a folder.
 */
export const namesIn = async (path: string): Promise<string[]> => {
  try {
    return await readdir(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw explainTargetError(path, error);
  }
};

/** Free bytes on the disk of a folder. The folder may not exist yet. */
export const freeBytesOf = async (path: string): Promise<number> => {
  try {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  } catch (error) {
    if (codeOf(error) === "ENOENT" && dirname(path) !== path) return freeBytesOf(dirname(path));
    throw explainTargetError(path, error);
  }
};
