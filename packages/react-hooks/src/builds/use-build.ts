"use client";
import { useQuery } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { buildOptions } from "./build-options.ts";
import { buildResult, type UseBuildOptions, type UseBuildResult } from "./build-result.ts";

/**
 * Watches a build until it ends. Then the sources are reloaded. All components that watch the same build share its
 * polls. In a hidden tab the polls pause.
 *
 * @example
 * const { data: build, stopped } = useBuild(ingest.data?.build_id);
 * if (stopped === "ready") open(build.file_id);
 */
export function useBuild(
  buildId: string | undefined,
  { enabled = true, ...options }: UseBuildOptions = {},
): UseBuildResult {
  return buildResult(useQuery({ ...buildOptions(useDocuments().sources, buildId, options), enabled }));
}
