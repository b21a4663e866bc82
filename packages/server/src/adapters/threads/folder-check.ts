import { Worker } from "node:worker_threads";
import type { FileExamination } from "../../backup/examine-files.ts";
import type { ExaminationDepth } from "../sql/examine-database.ts";

export type FolderCheckJob = {
  /** Of the data folder. */
  root: string;
  database: string;
  /** `full` also reads the bytes of every file. */
  depth: ExaminationDepth;
};

export type FolderCheckResult = {
  /** What is wrong with the database. */
  findings: string[];
  /** Null when the database can't be asked what files there should be. */
  files: FileExamination | null;
};

export type FolderCheck = {
  /** Rejects when the thread fails, or is stopped first. */
  result: Promise<FolderCheckResult>;
  stop(): Promise<void>;
};

const entry = new URL(
  import.meta.url.endsWith(".ts") ? "./folder-check-thread.ts" : "./folder-check-thread.mjs",
  import.meta.url,
);

/** Reads a data folder through in a thread of its own. */
export const startFolderCheck = (job: FolderCheckJob): FolderCheck => {
  const worker = new Worker(entry, { workerData: job });
  const result = new Promise<FolderCheckResult>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("The check of the data folder ended before it had a result")));
  });
  // Who stops it does not wait for its result.
  result.catch(() => {});
  return { result, stop: async () => void (await worker.terminate()) };
};
