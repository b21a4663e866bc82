import type { FastifyBaseLogger } from "fastify";
import { createConcludeRun } from "../flows/run/conclude-run.ts";
import { serviceStopping } from "../http/drain.ts";
import { tooBusy } from "../http/error-body.ts";
import { runFailure } from "../http/flows/run-flow.ts";
import { simulationFailure } from "../http/flows/simulate-flow.ts";
import type { RunOperation } from "../http/operation.ts";
import type { RecordOperation } from "../http/record-operation.ts";
import { createEventRuns } from "../http/runs/event-runs.ts";
import { createOrderedLanes } from "../http/runs/ordered-lanes.ts";
import type { ReadableRuns } from "../http/runs/readable-runs.ts";
import { createRunQuestions } from "../http/runs/run-questions.ts";
import { shareLanes } from "../http/runs/shared-lanes.ts";
import { createSharedRuns } from "../http/runs/shared-runs.ts";
import { type RunToTakeUp, takeUpRun } from "../http/runs/take-up-run.ts";
import { askFailure } from "../http/sources/ask-sources.ts";
import { type Clock, steadyClock } from "../kernel/clock.ts";
import type { ProjectId } from "../kernel/ids.ts";
import type { Timer } from "../kernel/timer.ts";
import type { Closing } from "./closing.ts";
import type { Processes } from "./processes.ts";
import type { OpenStores } from "./stores.ts";
import { takeUpLeftRuns, takeUpRuns } from "./take-up-runs.ts";

export type ComposedRuns = {
  answerRuns: ReadableRuns & {
    /** Drops what holds the id of a deleted source or conversation. */
    forget(projectId: ProjectId, id: string): Promise<void> | void;
  };
  /** Carries out an operation; a streamed one as a run that outlives its connection. */
  runOperation: RunOperation;
  /** Cuts short the runs that go on after a restart. */
  leave(): void;
  /** Ends all other runs of this process: the service stops. */
  end(): void;
};

/** Streamed answers and runs of flows. It goes on with the runs that were under way when the service ended. */
export async function composeRuns(
  { stores }: OpenStores,
  { claim, lock, signals }: Processes,
  deps: {
    run: RunOperation;
    /** Writes what a streamed answer cited into the audit log. Absent: there is none. */
    record: RecordOperation | undefined;
    logger: FastifyBaseLogger;
    clock: Clock;
    timer: Timer;
    closing: Closing;
  },
): Promise<ComposedRuns> {
  const { clock, closing, logger, record, run } = deps;
  const ownRuns = createEventRuns({
    ...deps,
    clock: steadyClock,
    onFault: (error) => logger.error({ err: error }, "a streamed answer ended before it was whole"),
  });
  const sharedRuns =
    signals &&
    createSharedRuns({
      ...{ ...deps, signals, local: ownRuns, store: stores.streamedRuns },
      onFault: (error) =>
        logger.error({ err: error }, "streamed answers can't be written for the other processes"),
    });
  closing.push(async () => {
    ownRuns.close(serviceStopping());
    await sharedRuns?.close();
  });
  const answerRuns = sharedRuns ?? ownRuns;
  const conclude = createConcludeRun({ ...stores, clock });
  const reportLost = (error: unknown) =>
    logger.error({ err: error }, "the end of a run could not be written; the next start takes it up again");
  const streaming = {
    run,
    runs: answerRuns,
    failures: { askSources: askFailure, runFlow: runFailure, simulateFlow: simulationFailure },
    durable: {
      hold: async (runId: string) => (await claim(runKey(runId))) ?? (() => {}),
      conclude: (runId: string, reason: unknown) => void conclude(runId, reason).catch(reportLost),
      drop: (runId: string) => void stores.acceptedRuns.drop(runId).catch(reportLost),
    },
  };
  const lanes = createOrderedLanes({ clock: steadyClock, tooBusy });
  const runOperation = createRunQuestions({
    cited:
      record &&
      (({ operationId, caller }, runId, cited) => {
        if (!caller) return;
        const ended = { via: "http", outcome: "ended", caller, onBehalfOf: null, requestId: null } as const;
        void record(operationId, { ...ended, subjects: { answer: [runId], cited } });
      }),
    ...streaming,
    lanes: signals ? shareLanes(lanes, lock) : lanes,
  });
  const takingUp = { ...deps, conclude, takeUp: (left: RunToTakeUp) => takeUpRun(streaming, left) };
  if (!signals) {
    // What other processes were writing, before this one had the database for itself.
    await stores.streamedRuns.removeAll();
    await takeUpRuns(stores, takingUp);
  } else closing.push(takeUpLeftRuns(stores, { ...takingUp, claim: (runId) => claim(runKey(runId)) }));
  return {
    answerRuns,
    runOperation,
    leave: () => ownRuns.leave(serviceStopping()),
    end: () => ownRuns.close(serviceStopping()),
  };
}

const runKey = (runId: string) => `run ${runId}`;
