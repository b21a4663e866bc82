"use client";
import { type FlowClient, unwrap } from "@headwater/client";
import type { FlowRunDetail } from "@headwater/spec";
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

import { reloadFlow } from "./reload-flow.ts";

/** The run to repeat, and the revision to repeat it with. */
export type RunReplay = { run_id: string; revision?: string };

/** The mutation of `useReplayRun`. */
export const replayRunOptions = (
  flow: FlowClient,
  queryClient: QueryClient,
): UseMutationOptions<FlowRunDetail, Error, RunReplay> => ({
  mutationKey: documentsKeys.mutation(flow, "replay-run"),
  mutationFn: ({ run_id, ...body }: RunReplay) =>
    unwrap(flow.POST("/runs/{run_id}/replay", { params: { path: { run_id } }, body })),
  onSuccess: () => reloadFlow(queryClient, flow),
});

/**
 * Runs the query of a kept run again: on a revision, on `draft`, or on what it ran on.
 *
 * @example const replay = useReplayRun("support"); replay.mutate({ run_id, revision: "draft" });
 */
export const useReplayRun = (
  flowName: string,
  options?: MutationHookOptions<FlowRunDetail, RunReplay>,
): UseMutationResult<FlowRunDetail, Error, RunReplay> =>
  useChange(replayRunOptions(useDocuments().flow(flowName), useQueryClient()), options);
