import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { DataFolderPaths } from "../adapters/filesystem/data-folder.ts";
import type { Verification } from "./verify/verify-folder.ts";

export type FolderCheckJob = {
  paths: DataFolderPaths;
  /** `content` also mends what follows from other rows. */
  depth: "quick" | "content";
  /** See `VerificationOptions`. */
  filesElsewhere: boolean;
};

export type FolderCheckResult = Verification & {
  /** What was mended, one line each; it is not among the findings any more. */
  mended: string[];
};

export type FolderCheck = {
  /** Rejects when the process fails, or is stopped first. */
  result: Promise<FolderCheckResult>;
  stop(): Promise<void>;
};

const entry = fileURLToPath(
  new URL(
    import.meta.url.endsWith(".ts") ? "./folder-check-process.ts" : "./folder-check-process.mjs",
    import.meta.url,
  ),
);

/**
 * Reads a data folder through in a process of its own. Not in a thread: SQLite's checks are single calls of many
 * seconds, and a thread inside one can't be ended, which would hold up a stop.
 */
export const startFolderCheck = (job: FolderCheckJob): FolderCheck => {
  const child = fork(entry, { execArgv: [], stdio: ["ignore", "ignore", "pipe", "ipc"] });
  let complaint = "";
  child.stderr?.on("data", (part: Buffer) => {
    complaint = `${complaint}${part}`.slice(-2_000);
  });
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const result = new Promise<FolderCheckResult>((resolve, reject) => {
    child.once("message", (message) => resolve(message as FolderCheckResult));
    child.once("error", reject);
    child.once("close", () =>
      reject(
        new Error(`The check of the data folder ended without a result: ${complaint.trim() || "stopped"}`),
      ),
    );
  });
  // Who stops it does not wait for its result.
  result.catch(() => {});
  child.send(job, (error) => error && child.kill());
  return {
    result,
    async stop() {
      child.kill("SIGKILL");
      await closed;
    },
  };
};
