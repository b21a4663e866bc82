import { runNotFound } from "../../flows/flow/errors.ts";
import type { Flow } from "../../flows/flow/flow.ts";
import type { FlowRun } from "../../flows/flow/flow-store.ts";
import { offsetOf } from "../../kernel/page.ts";
import { defineRoute } from "../define-route.ts";
import { pageFields, presentExplanation, presentRun, presentRunDetail } from "../present/flow-run.ts";
import type { Rooms } from "../rooms.ts";
import { readFlowPage } from "./flow-page.ts";
import { runFailure } from "./run-flow.ts";

export const explainFlow = defineRoute(
  "explainFlow",
  async ({ flow, body, caller, signal }, { findFlow, flowRooms }) => {
    const found = await findFlow.toRead(caller.projectId, flow);
    return presentExplanation(await flowRooms.explain(found, body.query ?? null, signal));
  },
  { elsewhere: "always", failure: "Failed to explain flow" },
);

export const listRuns = defineRoute(
  "listRuns",
  async ({ flow, query, caller }, { findFlow, flowTraces }) => {
    const page = readFlowPage(query);
    const found = await findFlow.toRead(caller.projectId, flow);
    const { runs, total } = await flowTraces.listRuns(found.flowId, {
      offset: offsetOf(page),
      limit: page.size,
    });
    return { runs: runs.map(presentRun), ...pageFields(total, page) };
  },
  { elsewhere: "always", failure: "Failed to retrieve runs" },
);

export const getRun = defineRoute(
  "getRun",
  async ({ flow, params, caller }, { findFlow, flowTraces }) => {
    const found = await findFlow.toRead(caller.projectId, flow);
    return presentRunDetail(await keptRun(flowTraces, found, params.run_id));
  },
  { elsewhere: "always", failure: "Failed to retrieve run" },
);

export const replayRun = defineRoute(
  "replayRun",
  async ({ flow, params, body, caller, signal }, { findFlow, flowRooms, flowTraces }) => {
    const found = await findFlow.toChange(caller.projectId, flow);
    const run = await keptRun(flowTraces, found, params.run_id);
    const named = body.revision === "draft" ? null : body.revision;
    const replayed = await flowRooms.replay(
      found,
      run.runId,
      named === undefined ? run.revisionId : named,
      signal,
    );
    return presentRunDetail(replayed);
  },
  { elsewhere: "always", stores: true, failure: runFailure },
);

export const getEntityGraph = defineRoute(
  "getEntityGraph",
  async ({ flow, params, query, caller, signal }, { findFlow, entityGraph }) => {
    const found = await findFlow.toRead(caller.projectId, flow);
    return entityGraph(found, params.node_id, query.limit ?? 100, signal);
  },
  {
    elsewhere: "always",
    failure: "Failed to retrieve entity graph",
    invalid: { limit: "limit must be between 1 and 1000" },
  },
);

async function keptRun(traces: Rooms["flowTraces"], flow: Flow, runId: string): Promise<FlowRun> {
  const run = await traces.findRun(flow.flowId, runId);
  if (!run) throw runNotFound(runId, flow.name);
  return run;
}
