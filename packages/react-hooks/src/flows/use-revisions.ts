"use client";
import type { RevisionList } from "@headwater/spec";
import { useDocuments } from "../provider/use-documents.ts";
import type { QueryHook, SuspenseHook } from "../query/query-hook-options.ts";
import { useLoaded, useLoadedSuspending } from "../query/use-loaded.ts";
import { revisionsOptions } from "./flow-management-options.ts";

/** Loads the revisions of a flow, the newest first. */
export const useRevisions: QueryHook<[flowName: string], RevisionList> = (
  flowName: string,
  options?: object,
) => useLoaded(revisionsOptions(useDocuments().flow(flowName)), options);

/** `useRevisions` in the form that suspends. */
export const useSuspenseRevisions: SuspenseHook<[flowName: string], RevisionList> = (
  flowName: string,
  options?: object,
) => useLoadedSuspending(revisionsOptions(useDocuments().flow(flowName)), options);
