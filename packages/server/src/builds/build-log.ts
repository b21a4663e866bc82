import type { Build } from "./build.ts";

export type BuildResult = "Completed" | "Processing failed" | "released" | "lost" | "retried" | "moved";

/** Reports what happens to builds, without names and texts of documents. */
export type BuildLog = {
  ended(build: Build, result: BuildResult, error?: unknown): void;
  /** The queue itself could not work: the database did not answer. It tries again. */
  queueFailed(error: unknown): void;
};
