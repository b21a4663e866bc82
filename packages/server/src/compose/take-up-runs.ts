import type { OperationId } from "@headwater/spec";
import type { FastifyBaseLogger } from "fastify";
import type { Stores } from "../adapters/sql/create-stores.ts";
import { type AcceptedRun, endedRunKeptMs } from "../flows/accepted-runs.ts";
import type { createConcludeRun } from "../flows/conclude-run.ts";
import type { RunToTakeUp } from "../http/runs/take-up-run.ts";
import type { Clock } from "../kernel/clock.ts";
import { ServiceError } from "../kernel/service-error.ts";

/** A run that was under way each time when the service ended may be why it ended. */
const maxResumed = 3;

/**
 * Goes on with the runs of flows that were under way when the service ended, however it did, and has the answers again of
 * those that had just come to their end.
 */
export async function takeUpRuns(
  { acceptedRuns }: Pick<Stores, "acceptedRuns">,
  deps: {
    takeUp: (run: RunToTakeUp) => void;
    conclude: ReturnType<typeof createConcludeRun>;
    clock: Clock;
    logger: FastifyBaseLogger;
  },
): Promise<void> {
  const endedSince = new Date(deps.clock.now().getTime() - endedRunKeptMs);
  const found = await acceptedRuns.takeUp(endedSince);
  for (const { run, flowName, projectId, resumed } of found) {
    if (resumed > maxResumed) {
      const times = `The service ended ${resumed} times while it ran, so it was given up. Its log may say why.`;
      await deps.conclude(run.runId, new ServiceError(503, times));
      continue;
    }
    deps.takeUp({
      runId: run.runId,
      flow: flowName,
      caller: { ...nobody, projectId },
      ...asked(run),
    });
  }
  const count = found.filter(({ resumed }) => resumed > 0).length;
  if (count > 0) deps.logger.info({ count }, "runs of flows that were under way go on");
}

/** Its caller's token was checked when the run was accepted. */
const nobody = { projectName: "", tokenId: "", readOnly: false, manage: false, expiresAt: null };

const asked = ({
  kind,
  query,
  page,
}: AcceptedRun): Pick<RunToTakeUp, "operationId" | "body"> & { operationId: OperationId } => ({
  operationId: kind === "run" ? "runFlow" : "simulateFlow",
  body: { ...(query !== null && { query }), page: page.number, page_size: page.size },
});
