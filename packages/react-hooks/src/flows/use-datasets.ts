"use client";
import type { DatasetNode } from "@headwater/spec";
import { useDocuments } from "../provider/use-documents.ts";
import type { QueryHook, SuspenseHook } from "../query/query-hook-options.ts";
import { useLoaded, useLoadedSuspending } from "../query/use-loaded.ts";
import { datasetsOptions } from "./flow-options.ts";

/** Loads the dataset nodes of a flow: their configuration, and the counts of the latest simulation. */
export const useDatasets: QueryHook<[flowName: string], DatasetNode[]> = (
  flowName: string,
  options?: object,
) => useLoaded(datasetsOptions(useDocuments().flow(flowName)), options);

/** `useDatasets` in the form that suspends. */
export const useSuspenseDatasets: SuspenseHook<[flowName: string], DatasetNode[]> = (
  flowName: string,
  options?: object,
) => useLoadedSuspending(datasetsOptions(useDocuments().flow(flowName)), options);
