import type { BuildId, FileId, ProjectId } from "../kernel/ids.ts";
import type { Source } from "../sources/source.ts";
import type { Build, BuildOutcome, BuildProgress } from "./build.ts";
import type { Lane } from "./lane.ts";

/**
 * A claim on a build: work goes on only while the lease is held. `owner` is unique to one claim, so that a worker that
 * was thought dead can't write into the next one's work. It begins with the worker's name and a slash (`ownerOf`).
 * A lease that ran out is held until another worker claims the build.
 */
export type Lease = { owner: string; until: Date };

export const ownerOf = (worker: string, claimId: string): string => `${worker}/${claimId}`;

export type NewBuild = Pick<
  Build,
  "buildId" | "projectId" | "fileId" | "method" | "lane" | "task" | "trace"
> & {
  /** False when the request left the method out. Default: true. */
  methodNamed?: boolean;
};

/**
 * Port: builds as a durable queue. Legal moves: Pending → Processing → Completed | Processing failed, and
 * Processing → Processing when a lease ran out and another worker claims the build.
 * `renew`, `complete`, `fail`, `retry`, `turnHeavy` and `release` do nothing and answer false when the owner no longer
 * holds the lease.
 */
export type BuildStore = {
  /**
   * Records a new source with its first build in one transaction. While it has company it waits, up to 50 ms, to be recorded
   * together with others. Default: none.
   */
  addWithSource(source: Source, build: NewBuild, options?: { hasCompany: () => boolean }): Promise<void>;
  /** Records a further build of a source that exists; false when the source is gone. */
  add(build: NewBuild): Promise<boolean>;
  find(projectId: ProjectId, buildId: BuildId): Promise<Build | null>;
  /**
   * The next build of the lane that is Pending, or Processing with a lease that ran out; it becomes Processing,
   * attempts + 1. Projects take turns; within a project the oldest comes first. Builds of a project that has as many
   * under way as its limit allows are passed over.
   */
  claim(lease: Lease, now: Date, lane: Lane): Promise<Build | null>;
  /** Whether there is a project that may have only so many builds under way: the end of one build may let another begin. */
  areLimited(): Promise<boolean>;
  renew(buildId: BuildId, lease: Lease, progress: BuildProgress | null): Promise<boolean>;
  complete(buildId: BuildId, owner: string, outcome: BuildOutcome): Promise<boolean>;
  fail(buildId: BuildId, owner: string, error: string): Promise<boolean>;
  /** Ends this attempt, which counts unless it says otherwise; no worker claims the build before `from`. It stays Processing. */
  retry(buildId: BuildId, owner: string, from: Date, how?: { isCounted: boolean }): Promise<boolean>;
  /** The build takes longer than thought: from now on it is one of the heavy lane, still held. */
  turnHeavy(buildId: BuildId, owner: string): Promise<boolean>;
  /** Gives a claimed build back to its queue as Pending (graceful stop); the attempt is not counted. */
  release(buildId: BuildId, owner: string): Promise<boolean>;
  /**
   * Puts every build that this worker claimed back as Pending, its attempt counted. For the start of a worker that knows
   * its predecessor of the same name to be gone; leases of other workers are left to run out.
   */
  requeue(worker: string): Promise<void>;
  /** Whether somebody holds a live lease on a build of the source. */
  isHeld(fileId: FileId, now: Date): Promise<boolean>;
  /** Those of these builds that are not Pending or Processing. */
  endedOf(buildIds: BuildId[]): Promise<BuildId[]>;
  /** Builds that are Pending or Processing, by state. */
  counts(): Promise<{ pending: number; processing: number }>;
  /** False when a later build of the same source ended well or may still: then this one must not become active. */
  isLatest(fileId: FileId, buildId: BuildId): Promise<boolean>;
};
