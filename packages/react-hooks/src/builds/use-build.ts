"use client";
import type { Build } from "@headwater/client";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import type { Select } from "../query/beside.ts";
import { withGiven } from "../query/with-given.ts";
import { buildOptions } from "./build-options.ts";
import {
  buildResult,
  givenOptions,
  type UseBuildOptions,
  type UseBuildResult,
  type UseSuspenseBuildOptions,
  type UseSuspenseBuildResult,
} from "./build-result.ts";
import type { BuildWatchOptions } from "./build-watch.ts";

/**
 * Watches a build until it ends. Then the sources are reloaded. All components that watch the same build share its
 * polls. In a hidden tab the polls pause.
 *
 * @example
 * const { data: build, stopped } = useBuild(ingest.data?.build_id);
 * if (stopped === "ready") open(build.file_id);
 */
export function useBuild<Selected>(
  buildId: string | undefined,
  options: UseBuildOptions<Selected> & { select: (build: Build) => Selected },
): UseBuildResult<Selected>;
export function useBuild(buildId: string | undefined, options?: UseBuildOptions): UseBuildResult;
export function useBuild(
  buildId: string | undefined,
  options: BuildWatchOptions & { select?: Select | undefined } = {},
): UseBuildResult<never> {
  const own = buildOptions(useDocuments().sources, buildId, options);
  return buildResult(useQuery(withGiven(own, givenOptions(options)) as never), options.select);
}

/** `useBuild` in the form that suspends until the service has reported the state of the build once. */
export function useSuspenseBuild<Selected = Build>(
  buildId: string,
  options: UseSuspenseBuildOptions<Selected> = {},
): UseSuspenseBuildResult<Selected> {
  const own = buildOptions(useDocuments().sources, buildId, options);
  const result = useSuspenseQuery(withGiven(own, givenOptions(options)) as never);
  return buildResult(result, options.select) as UseSuspenseBuildResult<Selected>;
}
