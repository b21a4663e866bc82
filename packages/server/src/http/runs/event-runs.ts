import type { Clock } from "../../kernel/clock.ts";
import type { ProjectId } from "../../kernel/ids.ts";
import { ServiceError } from "../../kernel/service-error.ts";
import type { Timer } from "../../kernel/timer.ts";
import { errorReply } from "../error-body.ts";
import { createEventRun, type EventRun, frameHolds } from "./event-run.ts";

export type EventRunsOptions = {
  /** A run without a reader for this many ms is cancelled. */
  unreadMs: number;
  /** A run that takes longer is ended, in ms. */
  maxRunMs: number;
  /** How long an ended run is kept, in ms. */
  keptMs: number;
  /** Size of one run; one that grows larger is ended. */
  maxRunBytes: number;
  /** Ended runs beyond these numbers go, oldest first. What still runs counts, and is never dropped. */
  ofProject: { runs: number; bytes: number };
  inAll: { runs: number; bytes: number };
};

const mebibyte = 1024 * 1024;

export const defaultEventRuns: EventRunsOptions = {
  unreadMs: 60_000,
  maxRunMs: 10 * 60_000,
  keptMs: 10 * 60_000,
  maxRunBytes: 32 * mebibyte,
  ofProject: { runs: 256, bytes: 32 * mebibyte },
  inAll: { runs: 2_048, bytes: 128 * mebibyte },
};

/** How often runs are looked at, in ms. */
const sweepMs = 5_000;

export type NewRun = {
  id: string;
  projectId: ProjectId;
  /** The events, one in each piece. They are read at once, whether or not somebody reads the run. */
  events: AsyncIterable<Uint8Array>;
  /** Ends the work behind the events. */
  abort: (reason: Error) => void;
  /** Called once when the run has ended: with the reason, where it was ended before its events were. */
  onEnd: (reason?: unknown) => void;
  /** Set for a run that goes on after a restart: `close` cuts its events short without a word, and so does not end it. */
  outlivesService?: boolean | undefined;
  /** Set for a run that was resumed after a restart. It needs no reader. */
  isTakenUp?: boolean | undefined;
  /** Text of a failure that is our fault. */
  failure: string;
};

/** The streamed answers of this process. A restart loses them, but for those that are begun again. */
export type EventRuns = {
  begin(run: NewRun): EventRun;
  /** Null for a run that is unknown, expired or of another project. */
  find(projectId: ProjectId, id: string): EventRun | null;
  /** Ends a run with this error as its last event. False when it has ended already, null for one that `find` does not find. */
  stop(projectId: ProjectId, id: string, reason: ServiceError): boolean | null;
  /**
   * Drops what holds the id of a deleted source or conversation, and ends what comes to hold it. Readers get an error as the
   * last event.
   */
  forget(projectId: ProjectId, id: string): void;
  /**
   * Ends the runs that do not outlive the service, with this error as their last event, and drops all that have ended: what
   * they were drawn from may have been deleted.
   */
  forgetAll(reason: ServiceError): void;
  /** Drops a run: what it was drawn from has been deleted. Readers get an error as the last event. */
  drop(id: string): void;
  /** Cuts short the runs that outlive the service. They go on after its restart. */
  leave(reason: ServiceError): void;
  /** Cuts short and forgets a run that goes on in another process. */
  leaveToOther(id: string, reason: ServiceError): void;
  /** Ends all runs with this error, but those that outlive the service, and the looking after them. */
  close(reason: ServiceError): void;
};

type Entry = {
  id: string;
  projectId: ProjectId;
  run: EventRun;
  end: (reason?: unknown) => boolean;
  /** Ends it, and forgets what it said. */
  drop: () => void;
  /** Ends it here, to go on after a restart. */
  leave: ((reason: Error) => void) | null;
  deleted: string[];
};

export function createEventRuns(
  { clock, timer, onFault }: { clock: Clock; timer: Timer; onFault: (error: unknown) => void },
  options: EventRunsOptions = defaultEventRuns,
): EventRuns {
  /** In the order in which they began. */
  const entries = new Map<string, Entry>();

  const isExpired = ({ run }: Entry): boolean =>
    run.endedAt !== null && clock.now().getTime() - run.endedAt >= options.keptMs;

  /** Ended runs go until the limits hold, oldest first. */
  const trim = () => {
    const used = { runs: 0, bytes: 0 };
    const usedBy = new Map<ProjectId, typeof used>();
    const { running = [], ended = [] } = Object.groupBy(entries.values(), ({ run }) =>
      run.endedAt === null ? "running" : "ended",
    );
    // The latest first: what is over the limit then is what is older.
    for (const entry of [...running, ...ended.reverse()]) {
      const own = usedBy.get(entry.projectId) ?? { runs: 0, bytes: 0 };
      usedBy.set(entry.projectId, own);
      for (const sum of [used, own]) {
        sum.runs += 1;
        sum.bytes += entry.run.bytes;
      }
      const isOver = exceeds(own, options.ofProject) || exceeds(used, options.inAll);
      if (!isOver || entry.run.endedAt === null) continue;
      entries.delete(entry.id);
      for (const sum of [used, own]) {
        sum.runs -= 1;
        sum.bytes -= entry.run.bytes;
      }
    }
  };

  const sweep = () => {
    const now = clock.now().getTime();
    for (const entry of entries.values()) {
      const { run } = entry;
      if (isExpired(entry)) entries.delete(entry.id);
      else if (run.endedAt !== null) continue;
      else if (run.unreadSince !== null && now - run.unreadSince >= options.unreadMs) entry.end(leftUnread());
      else if (now - run.startedAt >= options.maxRunMs) entry.end(tookTooLong());
    }
  };
  const stopSweeping = timer.every(sweepMs, sweep);

  const follow = async ({ run, end, drop, deleted }: Entry, events: AsyncIterable<Uint8Array>) => {
    try {
      for await (const frame of events) {
        if (deleted.some((id) => frameHolds(frame, id))) drop();
        if (run.bytes + frame.byteLength > options.maxRunBytes) end(tooLarge());
        if (!run.push(frame)) return;
      }
      end();
    } catch (error) {
      // Work that was stopped fails with whatever it was at.
      if (end(error)) onFault(error);
    }
  };

  const find = (projectId: ProjectId, id: string): Entry | null => {
    const entry = entries.get(id);
    return entry && entry.projectId === projectId && !isExpired(entry) ? entry : null;
  };

  return {
    begin({ id, projectId, events, abort, onEnd, failure, outlivesService, isTakenUp }) {
      const run = createEventRun(clock, { isTakenUp });
      const entry: Entry = {
        id,
        projectId,
        run,
        deleted: [],
        leave: outlivesService
          ? (reason) => {
              if (run.end()) abort(reason);
            }
          : null,
        end(reason) {
          if (!run.end(reason === undefined ? undefined : errorReply(reason, failure))) return false;
          if (reason instanceof Error) abort(reason);
          trim();
          onEnd(reason);
          return true;
        },
        drop() {
          const reason = drawnFromDeleted();
          entries.delete(id);
          entry.end(reason);
          run.drop(errorReply(reason));
        },
      };
      entries.set(id, entry);
      void follow(entry, events);
      return run;
    },
    find: (projectId, id) => find(projectId, id)?.run ?? null,
    stop: (projectId, id, reason) => find(projectId, id)?.end(reason) ?? null,
    forget(projectId, id) {
      for (const entry of entries.values()) {
        if (entry.projectId !== projectId) continue;
        if (entry.run.holds(id)) entry.drop();
        else if (entry.run.endedAt === null) entry.deleted.push(id);
      }
    },
    forgetAll(reason) {
      for (const entry of entries.values()) {
        if (entry.run.endedAt === null && entry.leave) continue;
        entry.end(reason);
        entries.delete(entry.id);
      }
    },
    drop: (id) => entries.get(id)?.drop(),
    leaveToOther(id, reason) {
      entries.get(id)?.leave?.(reason);
      entries.delete(id);
    },
    leave(reason) {
      for (const entry of entries.values()) entry.leave?.(reason);
    },
    close(reason) {
      stopSweeping();
      for (const entry of entries.values()) {
        if (entry.leave) entry.leave(reason);
        else entry.end(reason);
      }
    },
  };
}

const exceeds = (used: { runs: number; bytes: number }, limit: { runs: number; bytes: number }): boolean =>
  used.runs > limit.runs || used.bytes > limit.bytes;

export const drawnFromDeleted = () =>
  new ServiceError(404, "What this answer was drawn from has been deleted. Ask again.");
const leftUnread = () =>
  new ServiceError(408, "No client read this answer for 60 seconds, so it was ended. Ask again.");
const tookTooLong = () => new ServiceError(503, "The answer took too long, so it was ended. Ask again.");
const tooLarge = () => new ServiceError(500, "The answer is too large to be streamed. Ask without pictures.");
