"use client";
import { unwrap } from "@headwater/client";
import type { SimulationRequest, SimulationResult } from "@headwater/spec";
import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { documentsKeys } from "../query-keys.ts";

/**
 * Runs a flow as it is configured now, deployed or not. Every node then has new results: whatever is cached of the flow
 * is loaded again, after a failure too, for some nodes may have run.
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
