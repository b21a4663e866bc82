"use client";
import type { RetrievalResult } from "@headwater/client";
import { useDocuments } from "../provider/use-documents.ts";
import type { QueryHook, SuspenseHook } from "../query/query-hook-options.ts";
import { useLoaded, useLoadedSuspending } from "../query/use-loaded.ts";
import type { Retrieval } from "../query-keys.ts";
import { retrieveOptions } from "./retrieve-options.ts";

/**
 * Loads the chunks nearest to a search text, best first. It waits while the request is undefined, its text is
 * blank, or its `file_ids` are given and undefined.
 *
 * @example const { data } = useRetrieve({ query: "warranty period", file_ids: [fileId] });
 */
export const useRetrieve: QueryHook<[request: Retrieval | undefined], RetrievalResult> = (
  request: Retrieval | undefined,
  options?: object,
) => useLoaded(retrieveOptions(useDocuments().sources, request), options);

/** `useRetrieve` in the form that suspends. */
export const useSuspenseRetrieve: SuspenseHook<[request: Retrieval], RetrievalResult> = (
  request: Retrieval,
  options?: object,
) => useLoadedSuspending(retrieveOptions(useDocuments().sources, request), options);
