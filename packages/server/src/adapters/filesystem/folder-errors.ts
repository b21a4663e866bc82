import { OperatorError } from "../../kernel/operator-error.ts";

const remedies: Record<string, (path: string) => string> = {
  EACCES: (path) => `can't be written: make it writable for this user (chown or chmod ${path})`,
  EPERM: (path) => `can't be written: make it writable for this user (chown or chmod ${path})`,
  EROFS: () => "is on a read-only disk",
  ENOTDIR: () => "is not a folder, or lies under something that is not",
  ENOENT: () => "can't be made there",
  EEXIST: () => "is not a folder",
  ENOSPC: () => "is on a full disk: free some space",
  EDQUOT: () => "is over its disk quota: free some space",
};

/** Turns a common failure into one line that names the remedy. Other failures stay as they are. */
export const explainFolderError = (path: string, error: unknown): unknown => {
  const remedy = remedies[codeOf(error)];
  if (!remedy) return error;
  return new OperatorError(
    `The data folder ${path} ${remedy(path)}, or name another one with HEADWATER_DATA.`,
    {
      cause: error,
    },
  );
};

/** The system's name of an error (`ENOSPC` …); "" when it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
