"use client";
import type { Build } from "@headwater/client";
import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import type { Select } from "../query/beside.ts";
import { withGiven } from "../query/with-given.ts";
import { buildOptions } from "./build-options.ts";
import { buildResult, givenOptions, type UseBuildOptions, type UseBuildResult } from "./build-result.ts";
import type { BuildWatchOptions } from "./build-watch.ts";

/**
 * Watches many builds. The results have the order of the ids.
 *
 * @example const builds = useBuilds(sources.flatMap(({ build_id }) => build_id ?? []));
 */
export function useBuilds<Selected>(
  buildIds: readonly string[],
  options: UseBuildOptions<Selected> & { select: (build: Build) => Selected },
): UseBuildResult<Selected>[];
export function useBuilds(buildIds: readonly string[], options?: UseBuildOptions): UseBuildResult[];
export function useBuilds(
  buildIds: readonly string[],
  options: BuildWatchOptions & { select?: Select | undefined } = {},
): UseBuildResult<never>[] {
  const { sources } = useDocuments();
  const distinct = [...new Set(buildIds)];
  const given = givenOptions(options);
  const results: UseQueryResult<unknown>[] = useQueries({
    queries: distinct.map((buildId) => withGiven(buildOptions(sources, buildId, options), given) as never),
  });
  return buildIds.map((buildId) =>
    buildResult(results[distinct.indexOf(buildId)] as UseQueryResult<unknown>, options.select),
  );
}
