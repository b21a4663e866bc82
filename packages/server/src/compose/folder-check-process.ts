/** A process that reads a data folder through, so that the one that answers HTTP need not. Only looks. */
import { constants, setPriority } from "node:os";
import { openStoredFiles } from "../adapters/filesystem/stored-files.ts";
import { examineDatabase } from "../adapters/sql/examine-database.ts";
import { openForReading, readBlobs } from "../adapters/sql/open-for-reading.ts";
import { examineFiles } from "../backup/examine-files.ts";
import type { FolderCheckJob, FolderCheckResult } from "./folder-check.ts";

const check = async ({ root, database: path, depth }: FolderCheckJob): Promise<FolderCheckResult> => {
  const { findings } = examineDatabase(path, depth);
  if (findings.length > 0) return { findings, files: null };
  const database = openForReading(path);
  const blobs = readBlobs(database);
  database.close();
  const files = await examineFiles(blobs, openStoredFiles(root), {
    hashes: depth === "full",
    unexplained: false,
  });
  if (depth === "quick") return { findings, files };
  // The service goes on meanwhile: what was deleted since is no loss.
  const again = openForReading(path);
  const { missing, damaged } = await examineFiles(readBlobs(again), openStoredFiles(root), {
    hashes: false,
    unexplained: false,
  });
  again.close();
  const still = new Set(missing);
  return {
    findings,
    files: {
      ...files,
      missing: files.missing.filter((path) => still.has(path)),
      damaged: [...new Set([...files.damaged, ...damaged])],
    },
  };
};

process.once("message", async (job: FolderCheckJob) => {
  // Nobody waits for every byte to be read; answering goes first.
  if (job.depth === "full") setPriority(constants.priority.PRIORITY_LOW);
  const result = await check(job);
  process.send?.(result, () => process.disconnect());
});
// Ctrl-C reaches every process of a terminal; the service ends this one itself.
for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => {});
// Whoever asked is gone.
process.once("disconnect", () => process.exit());
