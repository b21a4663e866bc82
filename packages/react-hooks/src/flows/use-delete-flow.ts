"use client";
import { unwrap } from "@headwater/client";
import type { DeletedFlow } from "@headwater/spec";
import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { documentsKeys } from "../query-keys.ts";
import { reloadFlows } from "./reload-flow.ts";

/**
 * Deletes a flow with its revisions and runs, for good. One that is deployed needs its name as `confirm`.
 *
 * @example const deletion = useDeleteFlow("support"); deletion.mutate({ confirm: "support" });
 */
export function useDeleteFlow(
  flowName: string,
): UseMutationResult<DeletedFlow, Error, { confirm?: string | undefined }> {
  const flow = useDocuments().flow(flowName);
  const queryClient = useQueryClient();
  return useMutation({
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
}
