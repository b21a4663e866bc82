import { accessSync, closeSync, constants, existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { OperatorError } from "../../kernel/operator-error.ts";
import { codeOf } from "./folder-errors.ts";

/**
 * Locks the folder against every other process. Returns the function that unlocks it. The lock is the operating
 * system's own, held through an open SQLite transaction (Node has no file locks). It ends with the process, also after
 * kill -9, so there are no stale locks. Do not use it on folders shared over NFS, where such locks may not work.
 */
export const lockFolder = (folder: string): (() => void) => {
  const lockPath = join(folder, "lock.sqlite");
  const ownerPath = join(folder, "lock.pid");
  makeWritable(lockPath);
  const lock = new BetterSqlite(lockPath, { timeout: 0 });
  try {
    lock.exec("begin exclusive");
    writeFileSync(ownerPath, `${process.pid}\n`, { mode: 0o600 });
  } catch (error) {
    lock.close();
    if (codeOf(error) !== "SQLITE_BUSY") throw error;
    throw new OperatorError(
      `The data folder ${folder} is in use by another process${ownerNote(ownerPath)}. Stop that one, or name another folder with HEADWATER_DATA.`,
      { cause: error },
    );
  }
  const unlock = () => {
    process.off("exit", unlock);
    lock.close();
  };
  // Not only for the exit: without a reference the handle would be garbage-collected, and the lock would end.
  process.on("exit", unlock);
  return unlock;
};

/**
 * We create the file ourselves, because SQLite gives no reason when it cannot. An existing file is never opened here:
 * closing it would release this process's lock on it.
 */
const makeWritable = (path: string): void => {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    accessSync(path, constants.R_OK | constants.W_OK);
  }
};

const ownerNote = (ownerPath: string): string => {
  try {
    return ` (pid ${Number.parseInt(readFileSync(ownerPath, "utf8"), 10)})`;
  } catch {
    // The owner holds the lock but has not written its process id yet. The message is clear without it.
    return "";
  }
};

/** Whether a process holds the folder. Does not lock it and leaves no trace. */
export const folderInUse = (folder: string): boolean => {
  const lockPath = join(folder, "lock.sqlite");
  if (!existsSync(lockPath)) return false;
  const look = new BetterSqlite(lockPath, { readonly: true, timeout: 0 });
  try {
    look.pragma("schema_version");
    return false;
  } catch (error) {
    if (codeOf(error) !== "SQLITE_BUSY") throw error;
    return true;
  } finally {
    look.close();
  }
};
