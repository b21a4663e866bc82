"use client";
import type { FlowList } from "@headwater/spec";
import { useDocuments } from "../provider/use-documents.ts";
import type { QueryHook, SuspenseHook } from "../query/query-hook-options.ts";
import { useLoaded, useLoadedSuspending } from "../query/use-loaded.ts";
import { flowsOptions } from "./flow-options.ts";

/** Loads the flows of the project. */
export const useFlows: QueryHook<[], FlowList> = (options?: object) =>
  useLoaded(flowsOptions(useDocuments().flowsRoot()), options);

/** `useFlows` in the form that suspends. */
export const useSuspenseFlows: SuspenseHook<[], FlowList> = (options?: object) =>
  useLoadedSuspending(flowsOptions(useDocuments().flowsRoot()), options);
