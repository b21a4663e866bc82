"use client";
import type { FlowDiff } from "@headwater/spec";
import { useDocuments } from "../provider/use-documents.ts";
import type { QueryHook, SuspenseHook } from "../query/query-hook-options.ts";
import { useLoaded, useLoadedSuspending } from "../query/use-loaded.ts";
import type { FlowVersions } from "../query-keys.ts";
import { flowDiffOptions } from "./flow-management-options.ts";

/** Compares two versions of a flow: revisions, or `draft`. Default: the deployed revision with the draft. */
export const useFlowDiff: QueryHook<[flowName: string, versions?: FlowVersions], FlowDiff> = (
  flowName: string,
  versions?: FlowVersions,
  options?: object,
) => useLoaded(flowDiffOptions(useDocuments().flow(flowName), versions), options);

/** `useFlowDiff` in the form that suspends. */
export const useSuspenseFlowDiff: SuspenseHook<[flowName: string, versions?: FlowVersions], FlowDiff> = (
  flowName: string,
  versions?: FlowVersions,
  options?: object,
) => useLoadedSuspending(flowDiffOptions(useDocuments().flow(flowName), versions), options);
