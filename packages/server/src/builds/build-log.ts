import type { Build } from "./build.ts";

/** What becomes of builds, told to whoever watches: names and texts of documents are not part of it. */
export type BuildResult = "Completed" | "Processing failed" | "released" | "lost" | "retried" | "moved";

export type BuildLog = {
  ended(build: Build, result: BuildResult, error?: unknown): void;
  /** The queue itself could not work: the database did not answer. It tries again. */
  queueFailed(error: unknown): void;
};
