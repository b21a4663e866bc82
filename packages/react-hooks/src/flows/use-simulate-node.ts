"use client";
import { type FlowClient, unwrap } from "@headwater/client";
import type { NodeSimulation } from "@headwater/spec";
import {
  type QueryClient,
  type UseMutationOptions,
  type UseMutationResult,
  useQueryClient,
} from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import type { MutationHookOptions } from "../query/mutation-hook-options.ts";
import { useChange } from "../query/use-change.ts";
import { documentsKeys } from "../query-keys.ts";

/** The mutation of `useSimulateNode`. */
export const simulateNodeOptions = (
  flow: FlowClient,
  queryClient: QueryClient,
): UseMutationOptions<NodeSimulation, Error, { node_id: string }> => ({
  mutationKey: documentsKeys.mutation(flow, "simulate-node"),
  mutationFn: (body: { node_id: string }) => unwrap(flow.POST("/nodes/simulate", { body })),
  onSuccess: () => void queryClient.invalidateQueries({ queryKey: documentsKeys.flow(flow) }),
});

/**
 * Runs a node and all that follow it, with the query of the latest simulation. The flow's cached data is reloaded.
 *
 * @example const simulation = useSimulateNode("support"); simulation.mutate({ node_id });
 */
export const useSimulateNode = (
  flowName: string,
  options?: MutationHookOptions<NodeSimulation, { node_id: string }>,
): UseMutationResult<NodeSimulation, Error, { node_id: string }> =>
  useChange(simulateNodeOptions(useDocuments().flow(flowName), useQueryClient()), options);
