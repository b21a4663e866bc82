"use client";
import type { GraphRagNode } from "@headwater/spec";
import { useDocuments } from "../provider/use-documents.ts";
import type { QueryHook, SuspenseHook } from "../query/query-hook-options.ts";
import { useLoaded, useLoadedSuspending } from "../query/use-loaded.ts";
import { graphRagOptions } from "./flow-options.ts";

/** Loads the graph-rag nodes of a flow: their configuration, and the counts of the latest simulation. */
export const useGraphRag: QueryHook<[flowName: string], GraphRagNode[]> = (
  flowName: string,
  options?: object,
) => useLoaded(graphRagOptions(useDocuments().flow(flowName)), options);

/** `useGraphRag` in the form that suspends. */
export const useSuspenseGraphRag: SuspenseHook<[flowName: string], GraphRagNode[]> = (
  flowName: string,
  options?: object,
) => useLoadedSuspending(graphRagOptions(useDocuments().flow(flowName)), options);
