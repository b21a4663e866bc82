"use client";
import { unwrap } from "@headwater/client";
import type { SimulationRequest, SimulationResult } from "@headwater/spec";
import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { documentsKeys } from "../query-keys.ts";

/**
 * Runs a flow with its current configuration, deployed or not. Every node then has new results, so the flow's cached
 * data is reloaded. This happens after a failure too, because some nodes may have run.
 *
 * @example const simulation = useSimulateFlow("support"); simulation.mutate({ query: "How long is the warranty?" });
 */
export function useSimulateFlow(
  flowName: string,
): UseMutationResult<SimulationResult, Error, SimulationRequest> {
  const flow = useDocuments().flow(flowName);
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SimulationRequest) => unwrap(flow.POST("/simulate", { body })),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: documentsKeys.flow(flow) }),
  });
}
