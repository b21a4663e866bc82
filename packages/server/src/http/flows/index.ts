import type { FlowsOperationId } from "@headwater/spec";
import type { Route } from "../define-route.ts";
import { getNodeResults } from "./get-node-results.ts";
import { createFlow, deleteFlow, getFlow, listFlows, replaceFlow } from "./manage-flow.ts";
import { nodeRoutes } from "./node-routes.ts";
import { createPrompt, deletePrompt, listPrompts, replacePrompt } from "./prompts.ts";
import { deployFlow, diffFlow, getRevision, listRevisions, rollbackFlow, undeployFlow } from "./revisions.ts";
import { runFlow } from "./run-flow.ts";
import { explainFlow, getEntityGraph, getRun, listRuns, replayRun } from "./runs.ts";
import { simulateFlow } from "./simulate-flow.ts";
import { simulateNode } from "./simulate-node.ts";
import { resumeRun, stopRun } from "./streamed-runs.ts";
import { getTests, listRunCases } from "./tests.ts";

/** Every operation of the flows surface. If the spec has an operation that this list lacks, the code does not compile. */
const routes: { [Id in FlowsOperationId]: Route<Id> } = {
  runFlow,
  listFlows,
  deleteFlow,
  simulateFlow,
  getNodeResults,
  simulateNode,
  deployFlow,
  ...nodeRoutes,
  createFlow,
  getFlow,
  replaceFlow,
  undeployFlow,
  listRevisions,
  getRevision,
  rollbackFlow,
  diffFlow,
  explainFlow,
  listRuns,
  getRun,
  stopRun,
  resumeRun,
  replayRun,
  listRunCases,
  getTests,
  getEntityGraph,
  listPrompts,
  createPrompt,
  replacePrompt,
  deletePrompt,
};

export const flowsRoutes = Object.values(routes) as unknown as Route<FlowsOperationId>[];
