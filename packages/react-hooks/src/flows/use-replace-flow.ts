"use client";
import { unwrap } from "@headwater/client";
import type { FlowDetail, FlowReplacement } from "@headwater/spec";
import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { reloadFlow } from "./reload-flow.ts";

export type FlowChangeRequest = FlowReplacement & {
  /** The version that was read. When somebody changed the draft since, the request is refused with 412. */
  version?: number | undefined;
};

/**
 * Replaces the draft of a flow. The deployed revision goes on answering. The flow's cached data is reloaded.
 *
 * @example const replacement = useReplaceFlow("support"); replacement.mutate({ graph, version: flow.version });
 */
export function useReplaceFlow(flowName: string): UseMutationResult<FlowDetail, Error, FlowChangeRequest> {
  const flow = useDocuments().flow(flowName);
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ version, ...body }: FlowChangeRequest) =>
      unwrap(
        flow.PUT("/graph", {
          params: { header: version === undefined ? {} : { "If-Match": `"${version}"` } },
          body,
        }),
      ),
    // After a refusal too: then somebody else has changed the draft.
    onSettled: () => reloadFlow(queryClient, flow),
  });
}
