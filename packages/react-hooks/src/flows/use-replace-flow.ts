"use client";
import { type FlowClient, unwrap } from "@headwater/client";
import type { FlowDetail, FlowReplacement } from "@headwater/spec";
import {
  type QueryClient,
  type UseMutationOptions,
  type UseMutationResult,
  useQueryClient,
} from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import type { MutationHookOptions } from "../query/mutation-hook-options.ts";
import { useChange } from "../query/use-change.ts";
import { documentsKeys } from "../query-keys.ts";
import { reloadFlow } from "./reload-flow.ts";

/** The new draft of a flow. */
export type FlowChangeRequest = FlowReplacement & {
  /** The version that was read. When somebody changed the draft since, the request is refused with 412. */
  version?: number | undefined;
};

/** The mutation of `useReplaceFlow`. */
export const replaceFlowOptions = (
  flow: FlowClient,
  queryClient: QueryClient,
): UseMutationOptions<FlowDetail, Error, FlowChangeRequest> => ({
  mutationKey: documentsKeys.mutation(flow, "replace-flow"),
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

/**
 * Replaces the draft of a flow. The deployed revision goes on answering. The flow's cached data is reloaded.
 *
 * @example const replacement = useReplaceFlow("support"); replacement.mutate({ graph, version: flow.version });
 */
export const useReplaceFlow = (
  flowName: string,
  options?: MutationHookOptions<FlowDetail, FlowChangeRequest>,
): UseMutationResult<FlowDetail, Error, FlowChangeRequest> =>
  useChange(replaceFlowOptions(useDocuments().flow(flowName), useQueryClient()), options);
