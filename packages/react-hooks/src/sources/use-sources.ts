"use client";
import type { Source } from "@headwater/client";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import type { SourcesFilter } from "../query-keys.ts";
import { sourcesOptions } from "./sources-options.ts";

/**
 * The sources of the project, or those of the given ids. Loaded again when a build settles or a source is
 * deleted, and every five seconds while any is processed.
 *
 * @example const { data: sources = [] } = useSources();
 */
export const useSources = (filter?: SourcesFilter): UseQueryResult<Source[]> =>
  useQuery(sourcesOptions(useDocuments().sources, filter));
