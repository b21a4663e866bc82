"use client";
import type { NodeResults, NodeResultsRequest } from "@headwater/spec";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { nodeResultsOptions } from "./flow-options.ts";

/**
 * Loads the latest simulation's results at a node. It waits while the request is undefined.
 *
 * @example const { data } = useNodeResults("support", { node_id: "chunking-1", page: 1, page_size: 20 });
 */
export const useNodeResults = (
  flowName: string,
  request: NodeResultsRequest | undefined,
): UseQueryResult<NodeResults> => useQuery(nodeResultsOptions(useDocuments().flow(flowName), request));
