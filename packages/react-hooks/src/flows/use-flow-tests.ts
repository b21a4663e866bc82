"use client";
import type { FlowTests } from "@headwater/spec";
import { useDocuments } from "../provider/use-documents.ts";
import type { QueryHook, SuspenseHook } from "../query/query-hook-options.ts";
import { useLoaded, useLoadedSuspending } from "../query/use-loaded.ts";
import { flowTestsOptions } from "./flow-management-options.ts";

/** Loads how the test set of a flow fared in its latest tests. A simulation tests the draft. */
export const useFlowTests: QueryHook<[flowName: string], FlowTests> = (flowName: string, options?: object) =>
  useLoaded(flowTestsOptions(useDocuments().flow(flowName)), options);

/** `useFlowTests` in the form that suspends. */
export const useSuspenseFlowTests: SuspenseHook<[flowName: string], FlowTests> = (
  flowName: string,
  options?: object,
) => useLoadedSuspending(flowTestsOptions(useDocuments().flow(flowName)), options);
