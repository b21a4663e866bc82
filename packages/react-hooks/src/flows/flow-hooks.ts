"use client";
import type { FlowNodeType } from "@headwater/spec";
import type { UseQueryResult, UseSuspenseQueryResult } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { defineQuery, defineSuspenseQuery, ofFlow, ofFlowsRoot } from "../query/define-query.ts";
import type { QueryHookOptions, SuspenseHookOptions } from "../query/query-hook-options.ts";
import { useLoaded, useLoadedSuspending } from "../query/use-loaded.ts";
import {
  entityGraphOptions,
  explainFlowOptions,
  flowDiffOptions,
  flowOptions,
  flowRunOptions,
  flowRunsOptions,
  flowTestsOptions,
  promptsOptions,
  revisionOptions,
  revisionsOptions,
  runCasesOptions,
} from "./flow-management-options.ts";
import { type FlowNodeOf, flowNodesOptions } from "./flow-nodes-options.ts";
import {
  datasetsOptions,
  flowsOptions,
  graphRagOptions,
  nodeResultsOptions,
  smartRagOptions,
} from "./flow-options.ts";

/** Loads the flows of the project. */
export const useFlows = /* @__PURE__ */ defineQuery(ofFlowsRoot, flowsOptions, 0);

/** `useFlows` in the form that suspends. */
export const useSuspenseFlows = /* @__PURE__ */ defineSuspenseQuery(ofFlowsRoot, flowsOptions, 0);

/** Loads a flow with its draft: the graph, and the result of the latest simulation at each node. */
export const useFlow = /* @__PURE__ */ defineQuery(ofFlow, flowOptions, 0);

/** `useFlow` in the form that suspends. */
export const useSuspenseFlow = /* @__PURE__ */ defineSuspenseQuery(ofFlow, flowOptions, 0);

/** Loads the revisions of a flow, the newest first. */
export const useRevisions = /* @__PURE__ */ defineQuery(ofFlow, revisionsOptions, 0);

/** `useRevisions` in the form that suspends. */
export const useSuspenseRevisions = /* @__PURE__ */ defineSuspenseQuery(ofFlow, revisionsOptions, 0);

/** Loads a revision with the graph that it froze. It waits while the id is undefined. */
export const useRevision = /* @__PURE__ */ defineQuery(ofFlow, revisionOptions, 1);

/** `useRevision` in the form that suspends. */
export const useSuspenseRevision = /* @__PURE__ */ defineSuspenseQuery(ofFlow, revisionOptions, 1);

/** Compares two versions of a flow: revisions, or `draft`. Default: the deployed revision with the draft. */
export const useFlowDiff = /* @__PURE__ */ defineQuery(ofFlow, flowDiffOptions, 1);

/** `useFlowDiff` in the form that suspends. */
export const useSuspenseFlowDiff = /* @__PURE__ */ defineSuspenseQuery(ofFlow, flowDiffOptions, 1);

/** Loads what the next simulation runs, why, and what that costs. Without a query: for that of the latest simulation. */
export const useExplainFlow = /* @__PURE__ */ defineQuery(ofFlow, explainFlowOptions, 1);

/** `useExplainFlow` in the form that suspends. */
export const useSuspenseExplainFlow = /* @__PURE__ */ defineSuspenseQuery(ofFlow, explainFlowOptions, 1);

/** Loads the runs and simulations of a flow, the newest first. */
export const useFlowRuns = /* @__PURE__ */ defineQuery(ofFlow, flowRunsOptions, 1);

/** `useFlowRuns` in the form that suspends. */
export const useSuspenseFlowRuns = /* @__PURE__ */ defineSuspenseQuery(ofFlow, flowRunsOptions, 1);

/** Loads what each node did in a run. It waits while the id is undefined. */
export const useFlowRun = /* @__PURE__ */ defineQuery(ofFlow, flowRunOptions, 1);

/** `useFlowRun` in the form that suspends. */
export const useSuspenseFlowRun = /* @__PURE__ */ defineSuspenseQuery(ofFlow, flowRunOptions, 1);

/**
 * Loads the questions of a run with the passages that were found for each. It waits while the id is undefined.
 *
 * @example const { data } = useRunCases("support", run_id, { question: "How long is the warranty?" });
 */
export const useRunCases = /* @__PURE__ */ defineQuery(ofFlow, runCasesOptions, 2);

/** `useRunCases` in the form that suspends. */
export const useSuspenseRunCases = /* @__PURE__ */ defineSuspenseQuery(ofFlow, runCasesOptions, 2);

/** Loads how the test set of a flow fared in its latest tests. A simulation tests the draft. */
export const useFlowTests = /* @__PURE__ */ defineQuery(ofFlow, flowTestsOptions, 0);

/** `useFlowTests` in the form that suspends. */
export const useSuspenseFlowTests = /* @__PURE__ */ defineSuspenseQuery(ofFlow, flowTestsOptions, 0);

/**
 * Loads the latest simulation's results at a node. It waits while the request is undefined.
 *
 * @example const { data } = useNodeResults("support", { node_id: "chunking-1", page: 1, page_size: 20 });
 */
export const useNodeResults = /* @__PURE__ */ defineQuery(ofFlow, nodeResultsOptions, 1);

/** `useNodeResults` in the form that suspends. */
export const useSuspenseNodeResults = /* @__PURE__ */ defineSuspenseQuery(ofFlow, nodeResultsOptions, 1);

/** Loads the entities of a graph-rag node and how they occur together. It waits while the id is undefined. */
export const useEntityGraph = /* @__PURE__ */ defineQuery(ofFlow, entityGraphOptions, 2);

/** `useEntityGraph` in the form that suspends. */
export const useSuspenseEntityGraph = /* @__PURE__ */ defineSuspenseQuery(ofFlow, entityGraphOptions, 2);

/** Loads the prompts that LLM nodes can name. */
export const usePrompts = /* @__PURE__ */ defineQuery(ofFlowsRoot, promptsOptions, 0);

/** `usePrompts` in the form that suspends. */
export const useSuspensePrompts = /* @__PURE__ */ defineSuspenseQuery(ofFlowsRoot, promptsOptions, 0);

/** Loads the dataset nodes of a flow, as `useFlowNodes` does. */
export const useDatasets = /* @__PURE__ */ defineQuery(ofFlow, datasetsOptions, 0);

/** `useDatasets` in the form that suspends. */
export const useSuspenseDatasets = /* @__PURE__ */ defineSuspenseQuery(ofFlow, datasetsOptions, 0);

/** Loads the smart-rag nodes of a flow, as `useFlowNodes` does. */
export const useSmartRag = /* @__PURE__ */ defineQuery(ofFlow, smartRagOptions, 0);

/** `useSmartRag` in the form that suspends. */
export const useSuspenseSmartRag = /* @__PURE__ */ defineSuspenseQuery(ofFlow, smartRagOptions, 0);

/** Loads the graph-rag nodes of a flow, as `useFlowNodes` does. */
export const useGraphRag = /* @__PURE__ */ defineQuery(ofFlow, graphRagOptions, 0);

/** `useGraphRag` in the form that suspends. */
export const useSuspenseGraphRag = /* @__PURE__ */ defineSuspenseQuery(ofFlow, graphRagOptions, 0);

/**
 * Loads the nodes of one type: their configuration, and the counts of the latest simulation.
 *
 * @example const { data: nodes } = useFlowNodes("support", "chunking");
 */
export const useFlowNodes = <Type extends FlowNodeType, Selected = FlowNodeOf<Type>[]>(
  flowName: string,
  type: Type,
  options?: QueryHookOptions<FlowNodeOf<Type>[], Selected>,
): UseQueryResult<Selected> => useLoaded(flowNodesOptions(useDocuments().flow(flowName), type), options);

/** `useFlowNodes` in the form that suspends. */
export const useSuspenseFlowNodes = <Type extends FlowNodeType, Selected = FlowNodeOf<Type>[]>(
  flowName: string,
  type: Type,
  options?: SuspenseHookOptions<FlowNodeOf<Type>[], Selected>,
): UseSuspenseQueryResult<Selected> =>
  useLoadedSuspending(flowNodesOptions(useDocuments().flow(flowName), type), options);
