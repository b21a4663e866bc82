"use client";
import type { MethodInput, ScheduledBuild } from "@headwater/client";
import type { UseMutationResult } from "@tanstack/react-query";
import { asSent } from "../as-sent.ts";
import { useScheduling } from "./use-scheduling.ts";

export type ReprocessRequest = {
  file_id: string;
  /** Default `fast`. */
  method?: MethodInput | undefined;
  /** Parses only the pages that failed, and keeps the others. When none failed, 400. Default false. */
  only_failed?: boolean | undefined;
};

/**
 * Parses a source again with another method, or only its failed pages. Until the build is ready, the old version
 * answers.
 *
 * @example const reprocess = useReprocess(); reprocess.mutate({ file_id, method: "accurate" });
 */
export const useReprocess = (): UseMutationResult<ScheduledBuild, Error, ReprocessRequest> =>
  useScheduling((client, request) => client.POST("/reprocess", { body: asSent(request) }));
