"use client";
import type { Source } from "@headwater/client";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import type { SourcesFilter } from "../query-keys.ts";
import { sourcesOptions } from "./sources-options.ts";

/**
 * Loads the sources of the project, or those with the given ids. They are reloaded when a build ends or a source is
 * deleted, and every five seconds while any is being processed.
 *
 * @example const { data: sources = [] } = useSources();
 */
export const useSources = (filter?: SourcesFilter): UseQueryResult<Source[]> =>
  useQuery(sourcesOptions(useDocuments().sources, filter));
