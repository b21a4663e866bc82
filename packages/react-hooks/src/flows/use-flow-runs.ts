"use client";
import type { FlowRunPage } from "@headwater/spec";
import { useDocuments } from "../provider/use-documents.ts";
import type { QueryHook, SuspenseHook } from "../query/query-hook-options.ts";
import { useLoaded, useLoadedSuspending } from "../query/use-loaded.ts";
import type { ListPage } from "../query-keys.ts";
import { flowRunsOptions } from "./flow-management-options.ts";

/** Loads the runs and simulations of a flow, the newest first. */
export const useFlowRuns: QueryHook<[flowName: string, page?: ListPage], FlowRunPage> = (
  flowName: string,
  page?: ListPage,
  options?: object,
) => useLoaded(flowRunsOptions(useDocuments().flow(flowName), page), options);

/** `useFlowRuns` in the form that suspends. */
export const useSuspenseFlowRuns: SuspenseHook<[flowName: string, page?: ListPage], FlowRunPage> = (
  flowName: string,
  page?: ListPage,
  options?: object,
) => useLoadedSuspending(flowRunsOptions(useDocuments().flow(flowName), page), options);
