"use client";
import type { Explanation } from "@headwater/spec";
import { useDocuments } from "../provider/use-documents.ts";
import type { QueryHook, SuspenseHook } from "../query/query-hook-options.ts";
import { useLoaded, useLoadedSuspending } from "../query/use-loaded.ts";
import { explainFlowOptions } from "./flow-management-options.ts";

/** Loads what the next simulation runs, why, and what that costs. Without a query: for that of the latest simulation. */
export const useExplainFlow: QueryHook<[flowName: string, query?: string], Explanation> = (
  flowName: string,
  query?: string,
  options?: object,
) => useLoaded(explainFlowOptions(useDocuments().flow(flowName), query), options);

/** `useExplainFlow` in the form that suspends. */
export const useSuspenseExplainFlow: SuspenseHook<[flowName: string, query?: string], Explanation> = (
  flowName: string,
  query?: string,
  options?: object,
) => useLoadedSuspending(explainFlowOptions(useDocuments().flow(flowName), query), options);
