"use client";
import type { FlowNodeType } from "@headwater/spec";
import type { UseQueryResult, UseSuspenseQueryResult } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import type { QueryHookOptions, SuspenseHookOptions } from "../query/query-hook-options.ts";
import { useLoaded, useLoadedSuspending } from "../query/use-loaded.ts";
import { type FlowNodeOf, flowNodesOptions } from "./flow-nodes-options.ts";

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
