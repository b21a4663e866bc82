import { type FileHandle, open } from "node:fs/promises";
import { createGathering } from "../../kernel/gather.ts";
import { codeOf } from "../filesystem/folder-errors.ts";

export type LogSync = {
  /** Resolves when all that was committed before the call is on the disk. */
  synced(): Promise<unknown>;
  close(): Promise<void>;
};

/**
 * Writes SQLite's write-ahead log to the disk, beside the thread that commits, for all commits at once that wait for
 * it. What a checkpoint has taken out of the log meanwhile, SQLite itself has written to the disk.
 */
export const createLogSync = (logPath: string): LogSync => {
  let log: Promise<FileHandle> | undefined;
  const gathered = createGathering(async (waiting: null[]) => {
    try {
      log ??= open(logPath, "r+");
      await (await log).datasync();
    } catch (error) {
      log = undefined;
      // SQLite makes it with the first write, and keeps it while the database is open: nothing was written yet.
      if (codeOf(error) !== "ENOENT") throw error;
    }
    return waiting;
  }, Number.POSITIVE_INFINITY);
  return {
    synced: () => gathered(null),
    async close() {
      await (await log)?.close();
    },
  };
};
