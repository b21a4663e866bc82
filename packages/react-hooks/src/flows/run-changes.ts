"use client";
import { type FlowClient, type RunPlace, resumeRun, streamRun, unwrap } from "@headwater/client";
import type { RunRequest, RunResult } from "@headwater/spec";
import type { UseMutationOptions, UseMutationResult } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { changeHook, defineChange } from "../query/define-change.ts";
import { ofFlow } from "../query/define-query.ts";
import { reloadSoon } from "../query/reload-soon.ts";
import { useChange } from "../query/use-change.ts";
import { documentsKeys } from "../query-keys.ts";
import { reloadFlow } from "./reload-flow.ts";
import { type RunWatch, runResultOf, type WatchedRunOptions } from "./run-watch.ts";

/** The hook of a mutation that reads a run. */
const watchedHook =
  <Variables>(
    optionsOf: (flow: FlowClient, watch: RunWatch) => UseMutationOptions<RunResult, Error, Variables>,
  ) =>
  (
    flowName: string,
    { onNode, onPlace, ...options }: WatchedRunOptions<Variables> = {},
  ): UseMutationResult<RunResult, Error, Variables> =>
    useChange(optionsOf(useDocuments().flow(flowName), { onNode, onPlace }), options as object);

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
 * Runs the deployed revision of a flow. `onNode` and `onPlace` are called with what the nodes do meanwhile; with one of
 * them the run goes on when the connection is lost or the service restarts.
 *
 * @example const run = useRunFlow("support"); run.mutate({ query: "How long is the warranty?" });
 */
export const useRunFlow = /* @__PURE__ */ watchedHook(runFlowOptions);

/** The mutation of `useResumeRun`. */
export const resumeRunOptions = (
  flow: FlowClient,
  { onNode, onPlace }: RunWatch = {},
): UseMutationOptions<RunResult, Error, RunPlace> => ({
  mutationKey: documentsKeys.mutation(flow, "resume-run"),
  mutationFn: (place: RunPlace) => runResultOf(resumeRun(flow, place, { onPlace }), onNode),
});

/**
 * Reads the rest of a run that another page began: what its nodes do from the place on, and its result. The service keeps
 * a finished run for ten minutes, and ends one that no client reads for a minute.
 *
 * @example const resumed = useResumeRun("support", { onNode: show }); resumed.mutate(keptPlace);
 */
export const useResumeRun = /* @__PURE__ */ watchedHook(resumeRunOptions);

/** The mutation of `useStopRun`. */
export const stopRunOptions = /* @__PURE__ */ defineChange("stop-run", {
  send: (flow: FlowClient, { run_id }: { run_id: string }) =>
    unwrap(flow.DELETE("/runs/{run_id}", { params: { path: { run_id } } })),
  done: (queryClient, flow) => reloadSoon(queryClient, { queryKey: documentsKeys.flowRuns(flow) }),
});

/**
 * Ends the work on a streamed run.
 *
 * @example const stop = useStopRun("support"); stop.mutate({ run_id });
 */
export const useStopRun = /* @__PURE__ */ changeHook(ofFlow, stopRunOptions);

/** The run to repeat, and the revision to repeat it with. */
export type RunReplay = { run_id: string; revision?: string };

/** The mutation of `useReplayRun`. */
export const replayRunOptions = /* @__PURE__ */ defineChange("replay-run", {
  send: (flow: FlowClient, { run_id, ...body }: RunReplay) =>
    unwrap(flow.POST("/runs/{run_id}/replay", { params: { path: { run_id } }, body })),
  done: reloadFlow,
});

/**
 * Runs the query of a kept run again: on a revision, on `draft`, or on what it ran on.
 *
 * @example const replay = useReplayRun("support"); replay.mutate({ run_id, revision: "draft" });
 */
export const useReplayRun = /* @__PURE__ */ changeHook(ofFlow, replayRunOptions);
