import type { Method } from "@headwater/spec";
import type { BuildId, FileId, ProjectId } from "../kernel/ids.ts";
import type { LeftOut } from "../sources/acquire/left-out.ts";
import type { Lane } from "./lane.ts";

export type BuildState = "Pending" | "Processing" | "Completed" | "Processing failed";

/**
 * What a build reads: a document that has just come, whose result may be that of the same bytes; all of it anew; or only
 * the pages that could not be read before.
 */
export type BuildTask = "first" | "again" | "failed pages";

export type BuildProgress = { done: number; total: number; unit: "pages" | "elements" | "rows" | "seconds" };

/** One run of the pipeline over a source; the table of these is the queue. */
export type Build = {
  buildId: BuildId;
  projectId: ProjectId;
  fileId: FileId;
  fileName: string;
  /** As asked for, or the default; once it completed, the one that ran where none was asked for. */
  method: Method;
  methodNamed: boolean;
  task: BuildTask;
  /** The source whose result was copied, as long as that is there; else null. */
  duplicateOf: FileId | null;
  lane: Lane;
  status: BuildState;
  /** Human-readable; null when the state says it all. */
  message: string | null;
  error: string | null;
  progress: BuildProgress | null;
  totalPartitions: number | null;
  totalPages: number | null;
  failedPages: number[];
  /** What a crawl or a repository did not read; null when nothing was left out. */
  leftOut: LeftOut | null;
  /** How often the build was claimed; a build that keeps killing its worker ends after a few. */
  attempts: number;
  /** The span of the request that asked for it, as W3C `traceparent`, where traces are sent. */
  trace?: string | undefined;
  createdAt: Date;
  updatedAt: Date;
};

/** What a finished pipeline reports. */
export type BuildOutcome = {
  totalPartitions: number;
  totalPages: number;
  failedPages: number[];
  message: string | null;
  /** Absent: nothing was left out. */
  leftOut?: LeftOut;
  /** Absent: read, and not copied. */
  duplicateOf?: FileId;
  /** Set where no method was asked for: the one that ran. */
  method?: Method;
};
