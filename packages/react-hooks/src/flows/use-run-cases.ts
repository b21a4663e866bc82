"use client";
import type { RunCasePage } from "@headwater/spec";
import { useDocuments } from "../provider/use-documents.ts";
import type { QueryHook, SuspenseHook } from "../query/query-hook-options.ts";
import { useLoaded, useLoadedSuspending } from "../query/use-loaded.ts";
import type { WhichCases } from "../query-keys.ts";
import { runCasesOptions } from "./flow-management-options.ts";

/**
 * Loads the questions of a run with the passages that were found for each. It waits while the id is undefined.
 *
 * @example const { data } = useRunCases("support", run_id, { question: "How long is the warranty?" });
 */
export const useRunCases: QueryHook<
  [flowName: string, runId: string | undefined, which?: WhichCases],
  RunCasePage
> = (flowName: string, runId: string | undefined, which?: WhichCases, options?: object) =>
  useLoaded(runCasesOptions(useDocuments().flow(flowName), runId, which), options);

/** `useRunCases` in the form that suspends. */
export const useSuspenseRunCases: SuspenseHook<
  [flowName: string, runId: string, which?: WhichCases],
  RunCasePage
> = (flowName: string, runId: string, which?: WhichCases, options?: object) =>
  useLoadedSuspending(runCasesOptions(useDocuments().flow(flowName), runId, which), options);
