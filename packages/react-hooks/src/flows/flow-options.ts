import { type FlowClient, unwrap } from "@headwater/client";
import type { NodeResultsRequest } from "@headwater/spec";
import { skipToken } from "@tanstack/react-query";
import type { Loads } from "../loads.ts";
import { loadOptions } from "../query/load-options.ts";
import { documentsKeys } from "../query-keys.ts";

/** The flows of the project. @param flowsRoot `useDocuments().flowsRoot()` */
export const flowsOptions = (flowsRoot: FlowClient) =>
  loadOptions({
    queryKey: documentsKeys.flows(flowsRoot),
    queryFn: ({ signal }) => unwrap(flowsRoot.GET("/", { signal })),
    retry: false,
  });

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
  loadOptions({
    queryKey: documentsKeys.nodeResults(flow, request),
    queryFn: request
      ? ({ signal }) => unwrap(flow.POST("/nodes/results", { body: request, signal }))
      : skipToken,
    retry: false,
  });

/** The dataset nodes of a flow. */
export const datasetsOptions = (flow: FlowClient) =>
  loadOptions({
    queryKey: documentsKeys.datasets(flow),
    queryFn: ({ signal }) => unwrap(flow.GET("/datasets", { signal })),
    retry: false,
  });

/** The smart-rag nodes of a flow. */
export const smartRagOptions = (flow: FlowClient) =>
  loadOptions({
    queryKey: documentsKeys.smartRag(flow),
    queryFn: ({ signal }) => unwrap(flow.GET("/smart-rag", { signal })),
    retry: false,
  });

/** The graph-rag nodes of a flow. */
export const graphRagOptions = (flow: FlowClient) =>
  loadOptions({
    queryKey: documentsKeys.graphRag(flow),
    queryFn: ({ signal }) => unwrap(flow.GET("/graph-rag", { signal })),
    retry: false,
  });
