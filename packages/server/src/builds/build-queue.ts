import type { Clock } from "../kernel/clock.ts";
import { type FileId, newId } from "../kernel/ids.ts";
import type { Timer } from "../kernel/timer.ts";
import { inContext } from "../kernel/work-context.ts";
import type { BuildEvents } from "../ports/build-events.ts";
import type { Build, BuildProgress } from "./build.ts";
import type { BuildLog } from "./build-log.ts";
import { type BuildStore, type Lease, ownerOf } from "./build-store.ts";
import { BuildError, buildErrors } from "./errors.ts";
import { judgeFailure } from "./judge-failure.ts";
import { type Lane, laneOf, lanesWithRoom, mayTurnHeavy } from "./lane.ts";
import type { RunBuild } from "./run-build.ts";

export type BuildQueue = {
  start(): void;
  /** Wakes an idle queue because there may be work, in this lane or in any. */
  wake(lane?: Lane): void;
  /** Ends the builds of a source that was deleted, and resolves when they have stopped, or after `maxStopMs`. */
  stopBuildsOf(fileId: FileId): Promise<void>;
  /** Claims nothing more, gives running builds back to the queue, and resolves when nothing runs. */
  stop(): Promise<void>;
};

export type BuildQueueOptions = {
  /** The name of this worker, under which it finds its own claims again after a crash. */
  worker: string;
  /** Builds at a time; see `threadsFor`. */
  workers: number;
  /** How long a claim holds without a heartbeat. */
  leaseMs: number;
  heartbeatMs: number;
  /** How often an idle queue looks for leases of others that ran out. */
  idleMs: number;
  /** Claims of one build before it is given up. */
  maxAttempts: number;
  /** The pause before the second attempt; each further one is six times as long. */
  retryMs: number;
  /** A build in the quick lane that takes longer makes room for others. */
  quickMs: number;
};

/**
 * Builds whose documents are read and that are being stored, beside those that hold a place of their lane: their commits
 * are shared, and the threads read on meanwhile.
 */
const maxStored = 16;

/** How long anybody waits for a build that is stopped; its thread is ended within a second. */
const maxStopMs = 5_000;

export const defaultQueueOptions = {
  leaseMs: 30_000,
  heartbeatMs: 2_000,
  idleMs: 5_000,
  maxAttempts: 3,
  retryMs: 5_000,
  quickMs: 3_000,
} as const;

type Running = {
  build: Build;
  owner: string;
  lane: Lane;
  since: number;
  progress: BuildProgress | null;
  /** What is left to do is to store it. */
  isRead: boolean;
  /** Another worker has the build, or its source is gone. */
  lost: AbortController;
  /** It goes to the heavy lane and waits there. */
  moved: AbortController;
};

/** Takes builds from the table under a lease and runs them; whatever happens, each one ends. */
export function createBuildQueue(
  deps: {
    builds: BuildStore;
    run: RunBuild;
    events: BuildEvents;
    clock: Clock;
    timer: Timer;
    log: BuildLog;
    /** Whether builds can be worked on now; they can't while the disk is full. */
    mayBuild: () => boolean;
    /** Called with builds that ended for good: what was kept for a next attempt is not needed any more. */
    forget: (build: Build) => Promise<void>;
  },
  options: BuildQueueOptions,
): BuildQueue {
  const stopping = new AbortController();
  const running = new Map<Running, Promise<void>>();
  /** Lanes of which the last look found nothing: they are not asked again before there is news of them. */
  const empty = new Set<Lane>();
  /** Those of them that may have builds of projects at their limit: they are asked again when a build has ended. */
  const limited = new Set<Lane>();
  let looking: Promise<void> | null = null;
  let lookAgain = false;
  let lastBeat = 0;
  let timers: (() => void)[] = [];

  const now = () => deps.clock.now().getTime();
  const leaseFor = (owner: string): Lease => ({ owner, until: new Date(now() + options.leaseMs) });
  const counts = () => {
    const count = { quick: 0, heavy: 0, web: 0 };
    for (const { lane, isRead } of running.keys()) if (!isRead) count[lane] += 1;
    return count;
  };

  const look = async () => {
    // After the process slept, its own leases have run out: they are renewed before anything is claimed.
    if (now() - lastBeat > 2 * options.heartbeatMs) await beat();
    while (!stopping.signal.aborted && deps.mayBuild()) {
      const claimed = await claimNext();
      if (!claimed) return;
      const task = conduct(claimed)
        // The end could not be recorded: the lease runs out and the build is claimed again.
        .catch((error: unknown) => deps.log.queueFailed(error))
        .finally(() => {
          running.delete(claimed);
          for (const lane of limited) empty.delete(lane);
          limited.clear();
          lookSoon();
        });
      running.set(claimed, task);
    }
  };

  /** Whether other builds of its lane are about to be stored: one is being read, or waits, as far as is known. */
  const hasCompany = (held: Running) =>
    looking !== null ||
    !empty.has(held.lane) ||
    [...running.keys()].some((other) => other !== held && other.lane === held.lane && !other.isRead);

  const claimNext = async (): Promise<Running | null> => {
    for (const lane of lanesWithRoom(counts(), options.workers)) {
      if (empty.has(lane)) continue;
      // Before the query: messages about the lane that arrive meanwhile must count.
      empty.add(lane);
      // An owner of its own for each claim: after a stall longer than the lease this very process may claim it again.
      const owner = ownerOf(options.worker, newId());
      const build = await deps.builds.claim(leaseFor(owner), deps.clock.now(), lane);
      if (!build) {
        if (await deps.builds.areLimited()) limited.add(lane);
        continue;
      }
      empty.delete(lane);
      const [lost, moved] = [new AbortController(), new AbortController()];
      return { build, owner, lane, since: now(), progress: null, isRead: false, lost, moved };
    }
    return null;
  };

  /** Renews what is held, and finds what takes longer than its lane allows. */
  const beat = async () => {
    lastBeat = now();
    await Promise.all(
      [...running.keys()].map(async (held) => {
        const { build, owner, lost, progress, since } = held;
        try {
          if (!(await deps.builds.renew(build.buildId, leaseFor(owner), progress))) return lost.abort();
          if (now() - since > options.quickMs) await turnHeavy(held);
        } catch (error) {
          deps.log.queueFailed(error);
        }
      }),
    );
  };

  /** Frees the place in the quick lane: the build goes on as a heavy one, or waits until one may run. */
  const turnHeavy = async (held: Running) => {
    if (held.lane !== "quick" || held.isRead) return;
    const stays = mayTurnHeavy(counts(), options.workers);
    held.lane = "heavy";
    if (!(await deps.builds.turnHeavy(held.build.buildId, held.owner))) return held.lost.abort();
    if (!stays) held.moved.abort();
    lookSoon();
  };

  const conduct = async (held: Running) => {
    const { build, owner } = held;
    let open = false;
    try {
      if (build.attempts > options.maxAttempts) {
        throw new BuildError(buildErrors.stoppedTooOften(options.maxAttempts));
      }
      // The work is part of its request's trace.
      const outcome = await inContext({ projectId: build.projectId, trace: build.trace }, () =>
        deps.run(build, {
          signal: AbortSignal.any([held.lost.signal, held.moved.signal, stopping.signal]),
          onProgress(progress) {
            held.progress = progress;
            const pages = progress.unit === "pages" ? progress.total : null;
            if (
              held.lane === "quick" &&
              laneOf({ bytes: 0, pages, fileSource: "local file", fileType: "" }) === "heavy"
            )
              turnHeavy(held).catch((error: unknown) => deps.log.queueFailed(error));
          },
          hasCompany: () => hasCompany(held),
          onRead() {
            if ([...running.keys()].filter(({ isRead }) => isRead).length >= maxStored) return;
            held.isRead = true;
            lookSoon();
          },
        }),
      );
      const kept = await deps.builds.complete(build.buildId, owner, outcome);
      deps.log.ended(build, kept ? "Completed" : "lost");
    } catch (error) {
      open = await end(held, error);
    } finally {
      if (!open) {
        await deps.forget(build).catch((error: unknown) => deps.log.queueFailed(error));
        deps.events.announce(build.buildId);
      }
    }
  };

  /** Answers whether the build is still to be done. */
  const end = async ({ build, owner, lane, lost, moved }: Running, error: unknown): Promise<boolean> => {
    if (lost.signal.aborted) {
      deps.log.ended(build, "lost");
      return false;
    }
    if (stopping.signal.aborted || moved.signal.aborted) {
      await deps.builds.release(build.buildId, owner);
      empty.delete(lane);
      deps.log.ended(build, stopping.signal.aborted ? "released" : "moved");
      return true;
    }
    const { attempts, createdAt } = build;
    const judgement = judgeFailure(error, { attempts, ageMs: now() - createdAt.getTime() }, options);
    if (judgement.retryInMs !== null) {
      const { retryInMs, isCounted } = judgement;
      await deps.builds.retry(build.buildId, owner, new Date(now() + retryInMs), { isCounted });
      deps.log.ended(build, "retried", error);
      return true;
    }
    await deps.builds.fail(build.buildId, owner, judgement.text);
    deps.log.ended(build, "Processing failed", error);
    return false;
  };

  const lookSoon = () => {
    lookAgain = true;
    looking ??= (async () => {
      while (lookAgain) {
        lookAgain = false;
        await look();
      }
    })()
      // The database could not be asked; the next wake or the idle timer tries again.
      .catch((error: unknown) => deps.log.queueFailed(error))
      .finally(() => {
        looking = null;
        // A wake that came after the last look and before this line.
        if (lookAgain) lookSoon();
      });
  };

  const queue: BuildQueue = {
    start() {
      timers = [
        deps.timer.every(options.idleMs, () => queue.wake()),
        deps.timer.every(options.heartbeatMs, () => void beat()),
      ];
      queue.wake();
    },
    wake(lane) {
      if (lane) empty.delete(lane);
      else empty.clear();
      lookSoon();
    },
    async stopBuildsOf(fileId) {
      const ending = [...running].filter(([{ build }]) => build.fileId === fileId);
      if (ending.length === 0) return;
      for (const [{ lost }] of ending) lost.abort();
      const late = Promise.withResolvers<void>();
      const cancel = deps.timer.every(maxStopMs, late.resolve);
      await Promise.race([Promise.all(ending.map(([, task]) => task)), late.promise]);
      cancel();
    },
    async stop() {
      stopping.abort();
      await looking;
      await Promise.all(running.values());
      for (const cancel of timers) cancel();
    },
  };
  return queue;
}
