"use client";
import type { FlowRunDetail } from "@headwater/spec";
import { useDocuments } from "../provider/use-documents.ts";
import type { QueryHook, SuspenseHook } from "../query/query-hook-options.ts";
import { useLoaded, useLoadedSuspending } from "../query/use-loaded.ts";
import { flowRunOptions } from "./flow-management-options.ts";

/** Loads what each node did in a run. It waits while the id is undefined. */
export const useFlowRun: QueryHook<[flowName: string, runId: string | undefined], FlowRunDetail> = (
  flowName: string,
  runId: string | undefined,
  options?: object,
) => useLoaded(flowRunOptions(useDocuments().flow(flowName), runId), options);

/** `useFlowRun` in the form that suspends. */
export const useSuspenseFlowRun: SuspenseHook<[flowName: string, runId: string], FlowRunDetail> = (
  flowName: string,
  runId: string,
  options?: object,
) => useLoadedSuspending(flowRunOptions(useDocuments().flow(flowName), runId), options);
