"use client";
import type { FlowNodeType } from "@headwater/spec";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { type FlowNodeOf, flowNodesOptions } from "./flow-nodes-options.ts";

/**
 * Loads the nodes of one type: their configuration, and the counts of the latest simulation.
 *
 * @example const { data: nodes } = useFlowNodes("support", "chunking");
 */
export const useFlowNodes = <Type extends FlowNodeType>(
  flowName: string,
  type: Type,
): UseQueryResult<FlowNodeOf<Type>[]> => useQuery(flowNodesOptions(useDocuments().flow(flowName), type));
