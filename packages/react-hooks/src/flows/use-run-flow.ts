"use client";
import { type FlowClient, streamRun, unwrap } from "@headwater/client";
import type { RunRequest, RunResult } from "@headwater/spec";
import type { UseMutationOptions, UseMutationResult } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { useChange } from "../query/use-change.ts";
import { documentsKeys } from "../query-keys.ts";
import { type RunWatch, runResultOf, type WatchedRunOptions } from "./run-watch.ts";

/** The mutation of `useRunFlow`. */
export const runFlowOptions = (
  flow: FlowClient,
  { onNode, onPlace }: RunWatch = {},
): UseMutationOptions<RunResult, Error, RunRequest> => ({
  mutationKey: documentsKeys.mutation(flow, "run-flow"),
  mutationFn: (body: RunRequest) =>
    onNode || onPlace
      ? runResultOf(streamRun(flow, body, { onPlace }), onNode)
      : unwrap(flow.POST("/", { body })),
});

/**
 * Runs the deployed revision of a flow. With `onNode` or `onPlace` it tells what the nodes do meanwhile, and the run goes
 * on when the connection is lost or the service restarts.
 *
 * @example const run = useRunFlow("support"); run.mutate({ query: "How long is the warranty?" });
 */
export function useRunFlow(
  flowName: string,
  { onNode, onPlace, ...options }: WatchedRunOptions<RunRequest> = {},
): UseMutationResult<RunResult, Error, RunRequest> {
  return useChange(runFlowOptions(useDocuments().flow(flowName), { onNode, onPlace }), options);
}
