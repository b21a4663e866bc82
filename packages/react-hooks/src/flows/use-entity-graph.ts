"use client";
import type { EntityGraph } from "@headwater/spec";
import { useDocuments } from "../provider/use-documents.ts";
import type { QueryHook, SuspenseHook } from "../query/query-hook-options.ts";
import { useLoaded, useLoadedSuspending } from "../query/use-loaded.ts";
import { entityGraphOptions } from "./flow-management-options.ts";

/** Loads the entities of a graph-rag node and how they occur together. It waits while the id is undefined. */
export const useEntityGraph: QueryHook<
  [flowName: string, nodeId: string | undefined, limit?: number],
  EntityGraph
> = (flowName: string, nodeId: string | undefined, limit?: number, options?: object) =>
  useLoaded(entityGraphOptions(useDocuments().flow(flowName), nodeId, limit), options);

/** `useEntityGraph` in the form that suspends. */
export const useSuspenseEntityGraph: SuspenseHook<
  [flowName: string, nodeId: string, limit?: number],
  EntityGraph
> = (flowName: string, nodeId: string, limit?: number, options?: object) =>
  useLoadedSuspending(entityGraphOptions(useDocuments().flow(flowName), nodeId, limit), options);
