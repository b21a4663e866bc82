import { runNotFound } from "../flow/errors.ts";
import type { Flow, RevisionId } from "../flow/flow.ts";
import type { FlowRun } from "../flow/flow-store.ts";
import { type RunningDependencies, revisionToRun, runToResponse } from "./run-flow.ts";

/** Runs the query of a kept run again: on another revision, or on the draft (null), whose records stay as they are. */
export const createReplayRun =
  (deps: RunningDependencies) =>
  async (flow: Flow, runId: string, revisionId: RevisionId | null, signal: AbortSignal): Promise<FlowRun> => {
    const before = await deps.flows.findRun(flow.flowId, runId);
    if (!before) throw runNotFound(runId, flow.name);
    const revision = revisionId === null ? null : await revisionToRun(deps.flows, flow, revisionId);
    const kept = revision
      ? []
      : (await deps.flows.records(flow.flowId)).map((record) => [record.nodeId, record] as const);
    const graph = revision?.graph ?? flow.draft;
    const again = await runToResponse(
      deps,
      { flow, graph, revision },
      { query: before.query, page: { number: 1, size: 1 }, signal },
      {
        kind: revision ? "run" : "simulation",
        kept: revision ? null : new Map(kept),
        // A test is a test again, also on a revision, whose runs ask no test set.
        ...(before.tests && { nodeIds: new Set(graph.nodes.map(({ id }) => id)) }),
        onStep: async () => {},
      },
    );
    const run = await deps.flows.findRun(flow.flowId, again.runId);
    if (!run) throw new Error(`Run ${again.runId} was not kept`);
    return run;
  };
