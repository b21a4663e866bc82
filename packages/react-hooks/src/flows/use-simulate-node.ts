"use client";
import { unwrap } from "@headwater/client";
import type { NodeSimulation } from "@headwater/spec";
import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { documentsKeys } from "../query-keys.ts";

/**
 * Runs a node and all that follow it, with the query of the latest simulation. The flow's cached data is reloaded.
 *
 * @example const simulation = useSimulateNode("support"); simulation.mutate({ node_id });
 */
export function useSimulateNode(
  flowName: string,
): UseMutationResult<NodeSimulation, Error, { node_id: string }> {
  const flow = useDocuments().flow(flowName);
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { node_id: string }) => unwrap(flow.POST("/nodes/simulate", { body })),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: documentsKeys.flow(flow) }),
  });
}
