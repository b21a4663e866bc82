"use client";
import { unwrap } from "@headwater/client";
import type { Deployment } from "@headwater/spec";
import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";

import { reloadFlow } from "./reload-flow.ts";

/**
 * Lets an earlier revision of a flow answer again, unchanged.
 *
 * @example const rollback = useRollbackFlow("support"); rollback.mutate({ revision_id });
 */
export function useRollbackFlow(
  flowName: string,
): UseMutationResult<Deployment, Error, { revision_id: string }> {
  const flow = useDocuments().flow(flowName);
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { revision_id: string }) => unwrap(flow.POST("/rollback", { body })),
    onSuccess: () => reloadFlow(queryClient, flow),
  });
}
