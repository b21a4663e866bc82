import type { BuildId, FileId, ProjectId } from "../kernel/ids.ts";
import type { Source } from "../sources/source.ts";
import type { Build, BuildOutcome, BuildProgress } from "./build.ts";

/**
 * A claim on a build: work goes on only while the lease is held. `owner` is unique to one claim, so that a worker that
 * was thought dead can't write into the next one's work. A lease that ran out is held until another worker claims the build.
 */
export type Lease = { owner: string; until: Date };

export type NewBuild = Pick<Build, "buildId" | "projectId" | "fileId" | "method">;

/**
 * Port: builds as a durable queue. Legal moves: Pending → Processing → Completed | Processing failed, and
 * Processing → Processing when a lease ran out and another worker claims the build.
 * `renew`, `complete`, `fail` and `release` do nothing and answer false when the owner no longer holds the lease.
 */
export type BuildStore = {
  /** Records a new source with its first build in one transaction. */
  addWithSource(source: Source, build: NewBuild): Promise<void>;
  /** Records a further build of a source that exists; false when the source is gone. */
  add(build: NewBuild): Promise<boolean>;
  find(projectId: ProjectId, buildId: BuildId): Promise<Build | null>;
  /** The oldest build that is Pending, or Processing with a lease that ran out; it becomes Processing, attempts + 1. */
  claim(lease: Lease, now: Date): Promise<Build | null>;
  renew(buildId: BuildId, lease: Lease, progress: BuildProgress | null): Promise<boolean>;
  complete(buildId: BuildId, owner: string, outcome: BuildOutcome): Promise<boolean>;
  fail(buildId: BuildId, owner: string, error: string): Promise<boolean>;
  /** Gives a claimed build back to the queue as Pending (graceful stop); the attempt is not counted. */
  release(buildId: BuildId, owner: string): Promise<boolean>;
  /**
   * Puts every claimed build back as Pending, its attempt counted. Only for a process that knows itself to be the only
   * one, at its start: whoever held a lease is gone.
   */
  requeueAll(): Promise<void>;
  /** Builds that are Pending or Processing, by state. */
  counts(): Promise<{ pending: number; processing: number }>;
  /** False when a later build of the same source ended well or may still: then this one must not become active. */
  isLatest(fileId: FileId, buildId: BuildId): Promise<boolean>;
};
