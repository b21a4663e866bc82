import type { Build } from "./build.ts";

/** Reports what happens to builds. It never contains names or texts of documents. */
export type BuildResult = "Completed" | "Processing failed" | "released" | "lost" | "retried" | "moved";

export type BuildLog = {
  ended(build: Build, result: BuildResult, error?: unknown): void;
  /** The queue itself could not work: the database did not answer. It tries again. */
  queueFailed(error: unknown): void;
};
