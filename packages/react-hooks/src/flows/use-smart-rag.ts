"use client";
import type { SmartRagNode } from "@headwater/spec";
import { useDocuments } from "../provider/use-documents.ts";
import type { QueryHook, SuspenseHook } from "../query/query-hook-options.ts";
import { useLoaded, useLoadedSuspending } from "../query/use-loaded.ts";
import { smartRagOptions } from "./flow-options.ts";

/** Loads the smart-rag nodes of a flow: their configuration, and the counts of the latest simulation. */
export const useSmartRag: QueryHook<[flowName: string], SmartRagNode[]> = (
  flowName: string,
  options?: object,
) => useLoaded(smartRagOptions(useDocuments().flow(flowName)), options);

/** `useSmartRag` in the form that suspends. */
export const useSuspenseSmartRag: SuspenseHook<[flowName: string], SmartRagNode[]> = (
  flowName: string,
  options?: object,
) => useLoadedSuspending(smartRagOptions(useDocuments().flow(flowName)), options);
