"use client";
import { type FlowClient, unwrap } from "@headwater/client";
import type { SimulationRequest, SimulationResult } from "@headwater/spec";
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

/** The mutation of `useSimulateFlow`. */
export const simulateFlowOptions = (
  flow: FlowClient,
  queryClient: QueryClient,
): UseMutationOptions<SimulationResult, Error, SimulationRequest> => ({
  mutationKey: documentsKeys.mutation(flow, "simulate-flow"),
  mutationFn: (body: SimulationRequest) => unwrap(flow.POST("/simulate", { body })),
  onSettled: () => void queryClient.invalidateQueries({ queryKey: documentsKeys.flow(flow) }),
});

/**
 * Runs a flow with its current configuration, deployed or not. Every node then has new results, so the flow's cached
 * data is reloaded. This happens after a failure too, because some nodes may have run.
 *
 * @example const simulation = useSimulateFlow("support"); simulation.mutate({ query: "How long is the warranty?" });
 */
export const useSimulateFlow = (
  flowName: string,
  options?: MutationHookOptions<SimulationResult, SimulationRequest>,
): UseMutationResult<SimulationResult, Error, SimulationRequest> =>
  useChange(simulateFlowOptions(useDocuments().flow(flowName), useQueryClient()), options);
