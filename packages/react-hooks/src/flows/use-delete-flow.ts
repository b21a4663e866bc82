"use client";
import { type FlowClient, unwrap } from "@headwater/client";
import type { DeletedFlow } from "@headwater/spec";
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
import { reloadFlows } from "./reload-flow.ts";

/** The mutation of `useDeleteFlow`. */
export const deleteFlowOptions = (
  flow: FlowClient,
  queryClient: QueryClient,
): UseMutationOptions<DeletedFlow, Error, { confirm?: string | undefined }> => ({
  mutationKey: documentsKeys.mutation(flow, "delete-flow"),
  mutationFn: (variables: { confirm?: string | undefined }) =>
    unwrap(
      flow.DELETE("/", {
        params: { query: variables.confirm === undefined ? {} : { confirm: variables.confirm } },
      }),
    ),
  onSuccess: () => {
    queryClient.removeQueries({ queryKey: documentsKeys.flow(flow) });
    reloadFlows(queryClient);
  },
});

/**
 * Deletes a flow with its revisions and runs, for good. One that is deployed needs its name as `confirm`.
 *
 * @example const deletion = useDeleteFlow("support"); deletion.mutate({ confirm: "support" });
 */
export const useDeleteFlow = (
  flowName: string,
  options?: MutationHookOptions<DeletedFlow, { confirm?: string | undefined }>,
): UseMutationResult<DeletedFlow, Error, { confirm?: string | undefined }> =>
  useChange(deleteFlowOptions(useDocuments().flow(flowName), useQueryClient()), options);
