"use client";
import type { Source } from "@headwater/client";
import { useDocuments } from "../provider/use-documents.ts";
import type { QueryHook, SuspenseHook } from "../query/query-hook-options.ts";
import { useLoaded, useLoadedSuspending } from "../query/use-loaded.ts";
import type { KnownSourcesFilter, SourcesFilter } from "./sources-filter.ts";
import { sourcesOptions } from "./sources-options.ts";

/**
 * Loads the sources of the project, or those that a filter leaves. They are reloaded when a build ends or a source is
 * deleted, and every five seconds while any is being processed.
 *
 * @example const { data: invoices = [] } = useSources({ tags: ["invoices"] });
 */
export const useSources: QueryHook<[filter?: SourcesFilter], Source[]> = (
  filter?: SourcesFilter,
  options?: object,
) => useLoaded(sourcesOptions(useDocuments().sources, filter), options);

/** `useSources` in the form that suspends. */
export const useSuspenseSources: SuspenseHook<[filter?: KnownSourcesFilter], Source[]> = (
  filter?: KnownSourcesFilter,
  options?: object,
) => useLoadedSuspending(sourcesOptions(useDocuments().sources, filter), options);
