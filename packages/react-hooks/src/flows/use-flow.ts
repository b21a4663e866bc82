"use client";
import type { FlowDetail } from "@headwater/spec";
import { useDocuments } from "../provider/use-documents.ts";
import type { QueryHook, SuspenseHook } from "../query/query-hook-options.ts";
import { useLoaded, useLoadedSuspending } from "../query/use-loaded.ts";
import { flowOptions } from "./flow-management-options.ts";

/** Loads a flow with its draft: the graph, and the result of the latest simulation at each node. */
export const useFlow: QueryHook<[flowName: string], FlowDetail> = (flowName: string, options?: object) =>
  useLoaded(flowOptions(useDocuments().flow(flowName)), options);

/** `useFlow` in the form that suspends. */
export const useSuspenseFlow: SuspenseHook<[flowName: string], FlowDetail> = (
  flowName: string,
  options?: object,
) => useLoadedSuspending(flowOptions(useDocuments().flow(flowName)), options);
