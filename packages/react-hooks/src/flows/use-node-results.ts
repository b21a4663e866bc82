"use client";
import type { NodeResults, NodeResultsRequest } from "@headwater/spec";
import { useDocuments } from "../provider/use-documents.ts";
import type { QueryHook, SuspenseHook } from "../query/query-hook-options.ts";
import { useLoaded, useLoadedSuspending } from "../query/use-loaded.ts";
import { nodeResultsOptions } from "./flow-options.ts";

/**
 * Loads the latest simulation's results at a node. It waits while the request is undefined.
 *
 * @example const { data } = useNodeResults("support", { node_id: "chunking-1", page: 1, page_size: 20 });
 */
export const useNodeResults: QueryHook<
  [flowName: string, request: NodeResultsRequest | undefined],
  NodeResults
> = (flowName: string, request: NodeResultsRequest | undefined, options?: object) =>
  useLoaded(nodeResultsOptions(useDocuments().flow(flowName), request), options);

/** `useNodeResults` in the form that suspends. */
export const useSuspenseNodeResults: SuspenseHook<
  [flowName: string, request: NodeResultsRequest],
  NodeResults
> = (flowName: string, request: NodeResultsRequest, options?: object) =>
  useLoadedSuspending(nodeResultsOptions(useDocuments().flow(flowName), request), options);
