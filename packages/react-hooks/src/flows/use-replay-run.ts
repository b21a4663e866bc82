"use client";
import { unwrap } from "@headwater/client";
import type { FlowRunDetail } from "@headwater/spec";
import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";

import { reloadFlow } from "./reload-flow.ts";

export type RunReplay = { run_id: string; revision?: string };

/**
 * Runs the query of a kept run again: on a revision, on `draft`, or on what it ran on.
 *
 * @example const replay = useReplayRun("support"); replay.mutate({ run_id, revision: "draft" });
 */
export function useReplayRun(flowName: string): UseMutationResult<FlowRunDetail, Error, RunReplay> {
  const flow = useDocuments().flow(flowName);
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ run_id, ...body }: RunReplay) =>
      unwrap(flow.POST("/runs/{run_id}/replay", { params: { path: { run_id } }, body })),
    onSuccess: () => reloadFlow(queryClient, flow),
  });
}
