"use client";
import { useQueries } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { buildOptions } from "./build-options.ts";
import { buildResult, type UseBuildOptions, type UseBuildResult } from "./build-result.ts";

/**
 * Watches many builds. The results have the order of the ids.
 *
 * @example const builds = useBuilds(sources.flatMap(({ build_id }) => build_id ?? []));
 */
export function useBuilds(
  buildIds: readonly string[],
  { enabled = true, ...options }: UseBuildOptions = {},
): UseBuildResult[] {
  const { sources } = useDocuments();
  const distinct = [...new Set(buildIds)];
  const results = useQueries({
    queries: distinct.map((buildId) => ({ ...buildOptions(sources, buildId, options), enabled })),
  });
  return buildIds.map((buildId) => {
    const result = results[distinct.indexOf(buildId)] as (typeof results)[number];
    return buildResult(result);
  });
}
