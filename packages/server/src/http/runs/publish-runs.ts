import type { Clock } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { ServiceError } from "../../kernel/service-error.ts";
import type { Timer } from "../../kernel/timer.ts";
import type { Signals } from "../../ports/signals.ts";
import type { EventRun } from "./event-run.ts";
import { defaultEventRuns, type EventRuns, type NewRun } from "./event-runs.ts";
import type { Piece, StreamedRuns } from "./streamed-runs.ts";

/** How long new events gather before they are written for the other processes, in ms. All that gathers is one commit. */
const gatherMs = 100;
/** A process that has not said for so long that its runs go on is gone, in ms. */
const leaseMs = 15_000;
const renewMs = 5_000;
/** After a failure, in ms. */
const tryAgainMs = 1_000;

type Published = Pick<NewRun, "projectId"> & {
  run: EventRun;
  /** Whether the others know of it; and what makes it known. */
  isKnown: boolean;
  announcing: Promise<void> | null;
  /** How many of its events are written. */
  written: number;
  /** In ms since 1970. */
  renewAt: number;
  outlivesService: boolean;
  /** Set when the run itself has ended, and has not only left this process. */
  hasEnded: boolean;
  wasStopped: boolean;
  /** Its end is written. It stays written until this process forgets it. */
  isDone: boolean;
};

export type PublishRuns = {
  begin(run: NewRun): EventRun;
  /** Resolves when the other processes know a run that was begun here. */
  known(runId: string): Promise<void>;
  /** Whether they do now. */
  isKnown(runId: string): boolean;
  close(): Promise<void>;
};

/** Writes the runs of this process where the others find them, and does what they ask for. */
export function createPublishRuns({
  local,
  store,
  signals,
  clock,
  timer,
  onFault,
}: {
  local: EventRuns;
  store: StreamedRuns;
  signals: Signals;
  clock: Clock;
  timer: Timer;
  /** Called when runs can't be written, and not again until they can. */
  onFault: (error: unknown) => void;
}): PublishRuns {
  const owner = newId();
  const published = new Map<string, Published>();
  const now = () => clock.now().getTime();
  const times = () => ({
    now: clock.now(),
    leasedUntil: new Date(now() + leaseMs),
    keptUntil: new Date(now() + defaultEventRuns.keptMs),
  });

  /** Once: a second time would take back what is written by then. */
  const announce = (runId: string, entry: Published): Promise<void> => {
    const { projectId, outlivesService, run } = entry;
    const { isTakenUp } = run;
    entry.announcing ??= store
      .begin({ runId, projectId, owner, outlivesService, isTakenUp, ...times() })
      .then(
        () => {
          entry.isKnown = true;
          entry.renewAt = now() + renewMs;
        },
        (error: unknown) => {
          entry.announcing = null;
          throw error;
        },
      );
    return entry.announcing;
  };

  const pieceOf = (runId: string, entry: Published): Piece | null => {
    const { run, written, renewAt, isDone } = entry;
    if (isDone) return null;
    const events = run.events.slice(written).map((frame) => Buffer.from(frame).toString());
    const end = run.hasEnded ? endOf(entry) : null;
    if (events.length === 0 && end === null && now() < renewAt) return null;
    return { runId, firstId: written + 1, events, end };
  };

  const stop = (runId: string, reason: string) => {
    const entry = published.get(runId);
    if (!entry || entry.run.hasEnded) return;
    entry.wasStopped = true;
    local.stop(entry.projectId, runId, new ServiceError(409, reason));
  };

  const write = async () => {
    const forgotten = [...published].filter(
      ([runId, { run, projectId, isDone }]) =>
        run.isDropped || (isDone && local.find(projectId, runId) === null),
    );
    await store.remove(forgotten.map(([runId]) => runId));
    for (const [runId] of forgotten) published.delete(runId);
    for (const [runId, entry] of published) if (!entry.isKnown) await announce(runId, entry);
    const pieces = [...published].flatMap(([runId, entry]) => pieceOf(runId, entry) ?? []);
    if (pieces.length === 0) return;
    const answers = await store.write(owner, pieces, times());
    for (const piece of pieces) {
      const answer = answers.get(piece.runId) ?? "forgotten";
      if (typeof answer === "object") noteWritten(piece, answer);
      else {
        published.delete(piece.runId);
        if (answer === "forgotten") local.drop(piece.runId);
        else local.leaveToOther(piece.runId, goesOnElsewhere());
      }
    }
  };

  const noteWritten = (
    { runId, events, end }: Piece,
    { followedUntil, stopReason }: { followedUntil: Date; stopReason: string | null },
  ) => {
    const entry = published.get(runId);
    if (!entry) return;
    entry.written += events.length;
    entry.renewAt = now() + renewMs;
    entry.isDone = end !== null;
    if (end === "left") published.delete(runId);
    if (followedUntil.getTime() > now()) {
      entry.run.readElsewhere();
      // Those who miss it look for themselves.
      if (events.length > 0 || end !== null) signals.send("run-grew", runId).catch(() => {});
    }
    if (stopReason !== null && end === null) stop(runId, stopReason);
  };

  let writing: Promise<void> | null = null;
  let tryAgainAt: number | null = null;
  /** One at a time. What could not be written is tried again. */
  const writeNow = (): Promise<void> => {
    writing ??= write()
      .then(
        () => {
          tryAgainAt = null;
        },
        (error: unknown) => {
          if (tryAgainAt === null) onFault(error);
          tryAgainAt = now() + tryAgainMs;
        },
      )
      .finally(() => {
        writing = null;
      });
    return writing;
  };
  const stopWriting = timer.every(gatherMs, () => {
    if (published.size > 0 && now() >= (tryAgainAt ?? 0)) void writeNow();
  });
  signals.on("stop-run", (text) => {
    const [runId = "", ...reason] = text.split(" ");
    stop(runId, reason.join(" "));
    if (published.has(runId)) void writeNow();
  });

  return {
    begin(run) {
      const entry: Omit<Published, "run"> = {
        ...{ projectId: run.projectId, outlivesService: run.outlivesService === true },
        ...{
          isKnown: false,
          announcing: null,
          written: 0,
          renewAt: 0,
          hasEnded: false,
          wasStopped: false,
          isDone: false,
        },
      };
      const begun = local.begin({
        ...run,
        onEnd(reason) {
          entry.hasEnded = true;
          run.onEnd(reason);
        },
      });
      published.set(run.id, Object.assign(entry, { run: begun }));
      return begun;
    },
    isKnown: (runId) => published.get(runId)?.isKnown === true,
    async known(runId) {
      const entry = published.get(runId);
      if (entry && !entry.isKnown) await announce(runId, entry);
    },
    async close() {
      stopWriting();
      await writing;
      await writeNow();
    },
  };
}

const endOf = ({ hasEnded, wasStopped }: Published): Piece["end"] => {
  if (!hasEnded) return "left";
  return wasStopped ? "stopped" : "ended";
};

const goesOnElsewhere = () => new ServiceError(503, "Another process goes on with this run.");
