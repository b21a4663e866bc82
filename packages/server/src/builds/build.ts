import type { Method } from "@headwater/spec";
import type { BuildId, FileId, ProjectId } from "../kernel/ids.ts";
import type { Lane } from "./lane.ts";

export type BuildState = "Pending" | "Processing" | "Completed" | "Processing failed";

export type BuildProgress = { done: number; total: number; unit: "pages" | "elements" | "rows" | "seconds" };

/** One run of the pipeline over a source; the table of these is the queue. */
export type Build = {
  buildId: BuildId;
  projectId: ProjectId;
  fileId: FileId;
  fileName: string;
  /** As asked for. */
  method: Method;
  lane: Lane;
  status: BuildState;
  /** Human-readable; null when the state says it all. */
  message: string | null;
  error: string | null;
  progress: BuildProgress | null;
  totalPartitions: number | null;
  totalPages: number | null;
  failedPages: number[];
  /** How often the build was claimed; a build that keeps killing its worker ends after a few. */
  attempts: number;
  createdAt: Date;
  updatedAt: Date;
};

/** What a finished pipeline reports. */
export type BuildOutcome = {
  totalPartitions: number;
  totalPages: number;
  failedPages: number[];
  message: string | null;
};
