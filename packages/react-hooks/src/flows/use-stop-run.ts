"use client";
import { type FlowClient, unwrap } from "@headwater/client";
import type { StoppedRun } from "@headwater/spec";
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

/** The mutation of `useStopRun`. */
export const stopRunOptions = (
  flow: FlowClient,
  queryClient: QueryClient,
): UseMutationOptions<StoppedRun, Error, { run_id: string }> => ({
  mutationKey: documentsKeys.mutation(flow, "stop-run"),
  mutationFn: ({ run_id }: { run_id: string }) =>
    unwrap(flow.DELETE("/runs/{run_id}", { params: { path: { run_id } } })),
  onSuccess: () => void queryClient.invalidateQueries({ queryKey: documentsKeys.flowRuns(flow) }),
});

/**
 * Ends the work on a streamed run.
 *
 * @example const stop = useStopRun("support"); stop.mutate({ run_id });
 */
export const useStopRun = (
  flowName: string,
  options?: MutationHookOptions<StoppedRun, { run_id: string }>,
): UseMutationResult<StoppedRun, Error, { run_id: string }> =>
  useChange(stopRunOptions(useDocuments().flow(flowName), useQueryClient()), options);
