import { ParseError } from "@headwater/reader";
import type { Clock } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import type { Build, BuildProgress } from "./build.ts";
import type { BuildLog } from "./build-log.ts";
import type { BuildStore, Lease } from "./build-store.ts";
import { BuildError, buildErrors } from "./errors.ts";
import type { RunBuild } from "./run-build.ts";
import type { SettledBuilds } from "./settled.ts";

export type BuildQueue = {
  start(): void;
  /** Tells an idle queue that there may be work. */
  wake(): void;
  /** Claims nothing more, gives running builds back to the queue, and resolves when nothing runs. */
  stop(): Promise<void>;
};

export type BuildQueueOptions = {
  /** Builds at a time. */
  concurrency: number;
  /** How long a claim holds without a heartbeat. */
  leaseMs: number;
  heartbeatMs: number;
  /** How often an idle queue looks for leases of others that ran out. */
  idleMs: number;
  /** Claims of one build before it is given up. */
  maxAttempts: number;
};

export const defaultQueueOptions = {
  leaseMs: 30_000,
  heartbeatMs: 2_000,
  idleMs: 5_000,
  maxAttempts: 3,
} as const;

/** Takes builds from the table under a lease and runs them; whatever happens, each one ends. */
export function createBuildQueue(
  deps: { builds: BuildStore; run: RunBuild; settled: SettledBuilds; clock: Clock; log: BuildLog },
  options: BuildQueueOptions,
): BuildQueue {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let looking: Promise<void> | null = null;
  let lookAgain = false;
  let timer: NodeJS.Timeout | undefined;

  const leaseFor = (owner: string): Lease => ({
    owner,
    until: new Date(deps.clock.now().getTime() + options.leaseMs),
  });

  const look = async () => {
    while (!stopping.signal.aborted && running.size < options.concurrency) {
      // An owner of its own for each claim: after a stall longer than the lease this very process may claim it again.
      const owner = newId();
      const build = await deps.builds.claim(leaseFor(owner), deps.clock.now());
      if (!build) return;
      const task: Promise<void> = conduct(build, owner)
        // The end could not be recorded: the lease runs out and the build is claimed again.
        .catch((error: unknown) => deps.log.queueFailed(error))
        .finally(() => {
          running.delete(task);
          queue.wake();
        });
      running.add(task);
    }
  };

  const conduct = async (build: Build, owner: string) => {
    const lost = new AbortController();
    let progress: BuildProgress | null = null;
    const heartbeat = setInterval(() => {
      deps.builds.renew(build.buildId, leaseFor(owner), progress).then(
        (held) => held || lost.abort(),
        (error: unknown) => deps.log.queueFailed(error),
      );
    }, options.heartbeatMs);
    try {
      if (build.attempts > options.maxAttempts) {
        throw new BuildError(buildErrors.stoppedTooOften(options.maxAttempts));
      }
      const outcome = await deps.run(build, {
        signal: AbortSignal.any([lost.signal, stopping.signal]),
        onProgress: (latest) => {
          progress = latest;
        },
      });
      await deps.builds.complete(build.buildId, owner, outcome);
      deps.log.ended(build, "Completed");
    } catch (error) {
      await end(build, owner, error, lost.signal.aborted);
    } finally {
      clearInterval(heartbeat);
      deps.settled.announce(build.buildId);
    }
  };

  const end = async (build: Build, owner: string, error: unknown, isLost: boolean) => {
    if (isLost) return deps.log.ended(build, "lost");
    if (stopping.signal.aborted) {
      await deps.builds.release(build.buildId, owner);
      return deps.log.ended(build, "released");
    }
    const readable = error instanceof ParseError || error instanceof BuildError;
    await deps.builds.fail(build.buildId, owner, readable ? error.message : buildErrors.unexpected());
    deps.log.ended(build, "Processing failed", error);
  };

  const queue: BuildQueue = {
    start() {
      timer = setInterval(() => queue.wake(), options.idleMs);
      queue.wake();
    },
    wake() {
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
          if (lookAgain) queue.wake();
        });
    },
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await looking;
      await Promise.all(running);
    },
  };
  return queue;
}
