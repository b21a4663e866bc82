"use client";
import type { RetrievalResult } from "@headwater/client";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import type { Retrieval } from "../query-keys.ts";
import { retrieveOptions } from "./retrieve-options.ts";

/**
 * Loads the chunks nearest to a search text, best first. It waits while the request is undefined or its text is blank.
 *
 * @example const { data } = useRetrieve({ query: "warranty period", file_ids: [fileId] });
 */
export const useRetrieve = (
  request: Retrieval | undefined,
  { enabled = true }: { enabled?: boolean | undefined } = {},
): UseQueryResult<RetrievalResult> =>
  useQuery({ ...retrieveOptions(useDocuments().sources, request), enabled });
