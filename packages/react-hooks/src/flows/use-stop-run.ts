"use client";
import { unwrap } from "@headwater/client";
import type { StoppedRun } from "@headwater/spec";
import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { documentsKeys } from "../query-keys.ts";

/**
 * Ends the work on a streamed run.
 *
 * @example const stop = useStopRun("support"); stop.mutate({ run_id });
 */
export function useStopRun(flowName: string): UseMutationResult<StoppedRun, Error, { run_id: string }> {
  const flow = useDocuments().flow(flowName);
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ run_id }: { run_id: string }) =>
      unwrap(flow.DELETE("/runs/{run_id}", { params: { path: { run_id } } })),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: documentsKeys.flowRuns(flow) }),
  });
}
