"use client";
import { type FlowClient, unwrap } from "@headwater/client";
import type { Deployment } from "@headwater/spec";
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

/** The mutation of `useRollbackFlow`. */
export const rollbackFlowOptions = (
  flow: FlowClient,
  queryClient: QueryClient,
): UseMutationOptions<Deployment, Error, { revision_id: string }> => ({
  mutationKey: documentsKeys.mutation(flow, "rollback-flow"),
  mutationFn: (body: { revision_id: string }) => unwrap(flow.POST("/rollback", { body })),
  onSuccess: () => reloadFlow(queryClient, flow),
});

/**
 * Lets an earlier revision of a flow answer again, unchanged.
 *
 * @example const rollback = useRollbackFlow("support"); rollback.mutate({ revision_id });
 */
export const useRollbackFlow = (
  flowName: string,
  options?: MutationHookOptions<Deployment, { revision_id: string }>,
): UseMutationResult<Deployment, Error, { revision_id: string }> =>
  useChange(rollbackFlowOptions(useDocuments().flow(flowName), useQueryClient()), options);
