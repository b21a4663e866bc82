import type { FlowClient } from "@headwater/client";
import type { NodeResultsRequest } from "@headwater/spec";
import type { Loads } from "../loads.ts";
import { requestOptions } from "../query/load-options.ts";
import { documentsKeys } from "../query-keys.ts";

/** The flows of the project. @param flowsRoot `useDocuments().flowsRoot()` */
export const flowsOptions = (flowsRoot: FlowClient) =>
  requestOptions(documentsKeys.flows(flowsRoot), (signal) => flowsRoot.GET("/", { signal }));

/** The query of the latest simulation's results at a node. */
export function nodeResultsOptions(
  flow: FlowClient,
  request: NodeResultsRequest,
): Loads<ReturnType<typeof resultsOptionsOf>>;
/** Without a request the query waits. */
export function nodeResultsOptions(
  flow: FlowClient,
  request: NodeResultsRequest | undefined,
): ReturnType<typeof resultsOptionsOf>;
export function nodeResultsOptions(...parameters: Parameters<typeof resultsOptionsOf>) {
  return resultsOptionsOf(...parameters);
}

const resultsOptionsOf = (flow: FlowClient, request: NodeResultsRequest | undefined) =>
  requestOptions(
    documentsKeys.nodeResults(flow, request),
    request && ((signal) => flow.POST("/nodes/results", { body: request, signal })),
  );

/** The dataset nodes of a flow. */
export const datasetsOptions = (flow: FlowClient) =>
  requestOptions(documentsKeys.datasets(flow), (signal) => flow.GET("/datasets", { signal }));

/** The smart-rag nodes of a flow. */
export const smartRagOptions = (flow: FlowClient) =>
  requestOptions(documentsKeys.smartRag(flow), (signal) => flow.GET("/smart-rag", { signal }));

/** The graph-rag nodes of a flow. */
export const graphRagOptions = (flow: FlowClient) =>
  requestOptions(documentsKeys.graphRag(flow), (signal) => flow.GET("/graph-rag", { signal }));
