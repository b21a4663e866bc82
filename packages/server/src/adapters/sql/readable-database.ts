import { existsSync } from "node:fs";
import { copyFile, mkdtemp, rm, stat, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { OperatorError } from "../../kernel/operator-error.ts";
import { codeOf } from "../filesystem/folder-errors.ts";
import { openForReading } from "./open-for-reading.ts";

export type ReadableDatabase = {
  /** Where SQLite can read it: its own path, or that of a copy. */
  path: string;
  /** Removes the copy. */
  close(): Promise<void>;
};

/**
 * Makes a database readable on a disk that can't be written. SQLite needs a file beside a database with a log, even to read
 * it, so it is copied into the folder for temporary files. Throws OperatorError when there is no room, or when a service
 * writes to it meanwhile.
 */
export const openReadableDatabase = async (path: string): Promise<ReadableDatabase> => {
  if (!existsSync(path) || !isOnReadOnlyDisk(path)) return { path, close: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), "headwater-")).catch((cause: unknown) => {
    throw new OperatorError(
      `The data folder is on a read-only disk, so its database is copied to be read, and ${tmpdir()} can't be written. Set TMPDIR.`,
      { cause },
    );
  });
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, basename(path));
    const before = await stampsOf(path);
    await refuseWithoutRoom(folder, before);
    await copyFile(path, copy);
    if (before.logSize > 0) await copyFile(`${path}-wal`, `${copy}-wal`);
    if (JSON.stringify(await stampsOf(path)) !== JSON.stringify(before))
      throw new OperatorError(
        `The database ${path} is being written to. Try again when its service is stopped.`,
      );
    return { path: copy, close };
  } catch (error) {
    await close();
    if (["EACCES", "EPERM"].includes(codeOf(error)))
      throw new OperatorError(`The database ${path} can't be read by this user.`, { cause: error });
    throw error;
  }
};

/** Any other fault of the database is for those who read it. */
const isOnReadOnlyDisk = (path: string): boolean => {
  let database: BetterSqlite.Database | undefined;
  try {
    database = openForReading(path);
    database.pragma("schema_version");
    return false;
  } catch (error) {
    return error instanceof BetterSqlite.SqliteError && /^SQLITE_(CANTOPEN|READONLY)/.test(error.code);
  } finally {
    database?.close();
  }
};

const stampsOf = async (path: string) => {
  const { size, mtimeMs } = await stat(path);
  const log = await stat(`${path}-wal`).catch(() => null);
  return { size, mtimeMs, logSize: log?.size ?? 0, logTime: log?.mtimeMs ?? 0 };
};

const refuseWithoutRoom = async (
  folder: string,
  { size, logSize }: { size: number; logSize: number },
): Promise<void> => {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize > (size + logSize) * 1.1) return;
  throw new OperatorError(
    `The data folder is on a read-only disk, so its database is copied to be read, and ${tmpdir()} has no room for it. Set TMPDIR to a folder with more.`,
  );
};
