import { accessSync, closeSync, constants, existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { OperatorError } from "../../kernel/operator-error.ts";
import { codeOf } from "./folder-errors.ts";

/**
 * Keeps every other process out of the folder, and answers how to let go. The lock is the system's own, held through
 * an open SQLite transaction (Node has no file locks): it ends with the process, kill -9 included, so that there is no
 * stale lock to clear. Not for folders shared over NFS, where such locks may not hold.
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
  // Not only for the exit: a handle that nothing refers to is collected, and the lock would go with it.
  process.on("exit", unlock);
  return unlock;
};

/**
 * Made by ourselves, since SQLite tells no reason when it can't. One that exists is never opened here: closing it
 * would give up this process's lock on it.
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
    // Its owner has taken the lock but not written its number yet; the message is clear without.
    return "";
  }
};

/** Whether a process holds the folder, without taking it or leaving a trace. */
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
