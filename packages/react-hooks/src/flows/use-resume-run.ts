"use client";
import { type FlowClient, type RunPlace, resumeRun } from "@headwater/client";
import type { RunResult } from "@headwater/spec";
import type { UseMutationOptions, UseMutationResult } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { useChange } from "../query/use-change.ts";
import { documentsKeys } from "../query-keys.ts";
import { type RunWatch, runResultOf, type WatchedRunOptions } from "./run-watch.ts";

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
 * a finished run for ten minutes, and ends one that nobody reads for a minute.
 *
 * @example const resumed = useResumeRun("support", { onNode: show }); resumed.mutate(keptPlace);
 */
export function useResumeRun(
  flowName: string,
  { onNode, onPlace, ...options }: WatchedRunOptions<RunPlace> = {},
): UseMutationResult<RunResult, Error, RunPlace> {
  return useChange(resumeRunOptions(useDocuments().flow(flowName), { onNode, onPlace }), options);
}
