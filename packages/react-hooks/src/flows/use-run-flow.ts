"use client";
import { unwrap } from "@headwater/client";
import type { RunRequest, RunResult } from "@headwater/spec";
import { type UseMutationResult, useMutation } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";

/**
 * Runs the deployed revision of a flow.
 *
 * @example const run = useRunFlow("support"); run.mutate({ query: "How long is the warranty?" });
 */
export function useRunFlow(flowName: string): UseMutationResult<RunResult, Error, RunRequest> {
  const flow = useDocuments().flow(flowName);
  return useMutation({ mutationFn: (body: RunRequest) => unwrap(flow.POST("/", { body })) });
}
