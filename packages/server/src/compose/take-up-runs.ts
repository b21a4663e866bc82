import type { OperationId } from "@headwater/spec";
import type { FastifyBaseLogger } from "fastify";
import type { Stores } from "../adapters/sql/create-stores.ts";
import { type AcceptedRun, endedRunKeptMs, type TakenUpRun } from "../flows/run/accepted-runs.ts";
import type { createConcludeRun } from "../flows/run/conclude-run.ts";
import type { RunToTakeUp } from "../http/runs/take-up-run.ts";
import type { Clock } from "../kernel/clock.ts";
import { ServiceError } from "../kernel/service-error.ts";
import type { Timer } from "../kernel/timer.ts";

/** A run that was under way each time when the service ended may be why it ended. */
const maxResumed = 3;

/**
 * Goes on with the runs of flows that were under way when the service ended, however it did, and has the answers again of
 * those that had just come to their end.
 */
export async function takeUpRuns(
  { acceptedRuns }: Pick<Stores, "acceptedRuns">,
  deps: TakingUp & { clock: Clock },
): Promise<void> {
  const endedSince = new Date(deps.clock.now().getTime() - endedRunKeptMs);
  const found = await acceptedRuns.takeUp(endedSince);
  for (const run of found) await takeUp(run, deps);
  const count = found.filter(({ resumed }) => resumed > 0).length;
  if (count > 0) deps.logger.info({ count }, "runs of flows that were under way go on");
}

type TakingUp = {
  takeUp: (run: RunToTakeUp) => void;
  conclude: ReturnType<typeof createConcludeRun>;
  logger: FastifyBaseLogger;
};

async function takeUp(
  { run, flowName, projectId, resumed }: TakenUpRun,
  deps: TakingUp,
  release: () => void = () => {},
): Promise<void> {
  if (resumed <= maxResumed)
    return deps.takeUp({
      ...{ runId: run.runId, flow: flowName, caller: { ...noCaller, projectId }, release },
      ...asked(run),
    });
  const times = `The service ended ${resumed} times while it ran, so it was given up. Its log may say why.`;
  await deps.conclude(run.runId, new ServiceError(503, times));
  release();
}

/** How often a process looks for runs of processes that are gone, in ms. */
const lookEveryMs = 10_000;

/** Goes on with the runs of flows whose process is gone, now and from time to time. Answers how to end that. */
export function takeUpLeftRuns(
  { acceptedRuns }: Pick<Stores, "acceptedRuns">,
  deps: TakingUp & {
    /** Claims a run; null while a process has it. */
    claim: (runId: string) => Promise<(() => void) | null>;
    timer: Timer;
  },
): () => void {
  const look = async () => {
    for (const runId of await acceptedRuns.unfinished()) {
      const release = await deps.claim(runId);
      if (release === null) continue;
      const left = await acceptedRuns.takeUpOne(runId);
      if (left === null) release();
      else {
        await takeUp(left, deps, release);
        deps.logger.info({ runId }, "a run of a flow that was under way in another process goes on");
      }
    }
  };
  const lookOrTell = () =>
    void look().catch((error: unknown) =>
      deps.logger.error({ err: error }, "runs of flows could not be taken up; it is tried again"),
    );
  lookOrTell();
  return deps.timer.every(lookEveryMs, lookOrTell);
}

/** Its caller's token was checked when the run was accepted. */
const noCaller = { projectName: "", tokenId: "", readOnly: false, manage: false, expiresAt: null };

const asked = ({
  kind,
  query,
  page,
}: AcceptedRun): Pick<RunToTakeUp, "operationId" | "body"> & { operationId: OperationId } => ({
  operationId: kind === "run" ? "runFlow" : "simulateFlow",
  body: { ...(query !== null && { query }), page: page.number, page_size: page.size },
});
