import type { Clock } from "../../kernel/clock.ts";
import type { ProjectId } from "../../kernel/ids.ts";
import { ServiceError } from "../../kernel/service-error.ts";
import type { Timer } from "../../kernel/timer.ts";
import type { Signals } from "../../ports/signals.ts";
import { errorReply } from "../error-body.ts";
import { errorEvent, eventFrame } from "../event-frame.ts";
import { drawnFromDeleted } from "./event-runs.ts";
import type { ReadableRun, ReadableRuns } from "./readable-runs.ts";
import type { StreamedRun, StreamedRuns } from "./streamed-runs.ts";

/** How often it is looked whether a run has grown of which no message came, in ms. */
const lookEveryMs = 1_000;
/** For how long the process of a run says so when it has written, in ms; and how often readers ask it for that. */
const followMs = 15_000;
const followAgainMs = 5_000;
/** Within this time another process goes on with a run that outlives its own, in ms. */
const takeUpMs = 60_000;
/** How long the process of a run may take to stop it, in ms. */
const stopMs = 10_000;

/** The runs of the other processes of a fleet: reading them as they grow, and stopping them. */
export function createFollowRuns({
  store,
  signals,
  clock,
  timer,
}: {
  store: StreamedRuns;
  signals: Signals;
  clock: Clock;
  timer: Timer;
}): ReadableRuns & { close(): void } {
  const now = () => clock.now().getTime();
  const waiting = new Map<string, Set<() => void>>();
  const wake = (runId: string) => waiting.get(runId)?.forEach((wakeOne) => void wakeOne());
  const wakeAll = () => [...waiting.keys()].forEach(wake);
  signals.on("run-grew", wake);
  signals.onBack(wakeAll);
  const close = timer.every(lookEveryMs, wakeAll);

  /** Resolves when a run may have grown, or the signal comes. */
  const mayHaveGrown = async (runId: string, signal?: AbortSignal): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const ofRun = waiting.get(runId) ?? new Set();
    waiting.set(runId, ofRun.add(resolve));
    const stop = () => resolve();
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted) resolve();
    await promise;
    signal?.removeEventListener("abort", stop);
    ofRun.delete(resolve);
    if (ofRun.size === 0) waiting.delete(runId);
  };

  /** Whether its process is gone, and no other one goes on with it. */
  const isLost = ({ leasedUntil, outlivesService }: StreamedRun): boolean =>
    leasedUntil.getTime() + (outlivesService ? takeUpMs : 0) < now();

  async function* read(
    projectId: ProjectId,
    runId: string,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    let followedAt = Number.NEGATIVE_INFINITY;
    for (let at = after; ; ) {
      // Its state first: what is there after its end is all of it.
      const run = await store.find(projectId, runId, clock.now());
      if (!run) return yield failed(at, drawnFromDeleted());
      const hasEnded = run.state !== "running";
      // One that was taken up may end earlier than the id says.
      if (hasEnded && at > run.lastEventId) at = run.lastEventId - 1;
      const events = await store.eventsAfter(runId, at);
      for (const event of events) {
        at += 1;
        yield Buffer.from(event);
      }
      if (hasEnded) return;
      if (isLost(run)) return yield failed(at, processIsGone());
      if (signal.aborted) {
        // A client that left reads nothing more. One whose token was revoked gets an error event.
        if (signal.reason instanceof ServiceError) yield failed(at, signal.reason);
        return;
      }
      if (events.length > 0) continue;
      if (now() - followedAt >= followAgainMs) {
        followedAt = now();
        await store.follow(runId, new Date(now() + followMs));
      }
      await mayHaveGrown(runId, signal);
    }
  }

  return {
    async find(projectId, runId): Promise<ReadableRun | null> {
      const run = await store.find(projectId, runId, clock.now());
      return (
        run && {
          hasEnded: run.state !== "running",
          isTakenUp: run.isTakenUp,
          lastEventId: run.lastEventId,
          get events() {
            return store.eventsAfter(runId, 0).then((events) => events.map((event) => Buffer.from(event)));
          },
          read: (after, signal) => read(projectId, runId, after, signal),
        }
      );
    },
    async stop(projectId, runId, reason) {
      const until = now() + stopMs;
      for (let isAsked = false; ; isAsked = true) {
        const run = await store.find(projectId, runId, clock.now());
        if (!run) return isAsked ? false : null;
        if (run.state !== "running" || isLost(run)) return run.state === "stopped" && isAsked;
        if (now() >= until) throw notStoppedYet();
        if (!isAsked) {
          await store.askToStop(runId, reason.message);
          await store.follow(runId, new Date(now() + followMs));
          // Its process sees it with its next write, too.
          signals.send("stop-run", `${runId} ${reason.message}`).catch(() => {});
        }
        await mayHaveGrown(runId);
      }
    },
    close,
  };
}

const failed = (at: number, error: ServiceError): Uint8Array =>
  eventFrame(at + 1, errorEvent(errorReply(error)));

const processIsGone = () =>
  new ServiceError(503, "The process of the service that wrote this has ended. Ask again.");
const notStoppedYet = () =>
  new ServiceError(503, "The process of the service that writes this did not stop it yet. Try again.");
