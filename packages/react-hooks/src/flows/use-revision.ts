"use client";
import type { RevisionDetail } from "@headwater/spec";
import { useDocuments } from "../provider/use-documents.ts";
import type { QueryHook, SuspenseHook } from "../query/query-hook-options.ts";
import { useLoaded, useLoadedSuspending } from "../query/use-loaded.ts";
import { revisionOptions } from "./flow-management-options.ts";

/** Loads a revision with the graph that it froze. It waits while the id is undefined. */
export const useRevision: QueryHook<[flowName: string, revisionId: string | undefined], RevisionDetail> = (
  flowName: string,
  revisionId: string | undefined,
  options?: object,
) => useLoaded(revisionOptions(useDocuments().flow(flowName), revisionId), options);

/** `useRevision` in the form that suspends. */
export const useSuspenseRevision: SuspenseHook<[flowName: string, revisionId: string], RevisionDetail> = (
  flowName: string,
  revisionId: string,
  options?: object,
) => useLoadedSuspending(revisionOptions(useDocuments().flow(flowName), revisionId), options);
