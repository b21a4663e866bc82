import type { Clock } from "../../kernel/clock.ts";
import { ServiceError } from "../../kernel/service-error.ts";
import type { FlowRun, FlowStore } from "../flow/flow-store.ts";
import type { AcceptedRuns, StoredAcceptedRun } from "./accepted-runs.ts";
import { shownText } from "./running-errors.ts";

type Dependencies = {
  flows: Pick<FlowStore, "addRun" | "findRun">;
  acceptedRuns: AcceptedRuns;
  clock: Clock;
};

/** Ends an accepted run that will not come to an end by itself. Its trace says why. Nothing where it has ended. */
export const createConcludeRun =
  ({ flows, acceptedRuns, clock }: Dependencies) =>
  async (runId: string, reason: unknown): Promise<void> => {
    const found = await acceptedRuns.find(runId);
    if (!found || found.hasEnded) return;
    const error = reason instanceof ServiceError ? reason.message : shownText(reason);
    // It holds no text of a source: what its nodes gave is not in it.
    await flows.addRun({ ...traceSoFar(found, clock), state: "failed", error }, []);
  };

/** A run by its id, also one that has not come to its end. */
export const createFindRun =
  ({ flows, acceptedRuns, clock }: Dependencies): FlowStore["findRun"] =>
  async (flowId, runId) => {
    const ended = await flows.findRun(flowId, runId);
    if (ended) return ended;
    const found = await acceptedRuns.find(runId);
    return found && found.run.flowId === flowId && !found.hasEnded ? traceSoFar(found, clock) : null;
  };

const traceSoFar = ({ run, resumed, steps }: StoredAcceptedRun, clock: Clock): FlowRun => ({
  runId: run.runId,
  flowId: run.flowId,
  kind: run.kind,
  revisionId: run.revisionId,
  query: run.query,
  state: "running",
  error: null,
  ...(resumed > 0 && { resumed }),
  startedAt: run.startedAt,
  milliseconds: Math.max(0, clock.now().getTime() - run.startedAt.getTime()),
  nodes: steps.map(({ trace }) => trace),
  output: null,
});
