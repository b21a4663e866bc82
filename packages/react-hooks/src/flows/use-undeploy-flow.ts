"use client";
import { type FlowClient, unwrap } from "@headwater/client";
import type { Undeployment } from "@headwater/spec";
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

/** The mutation of `useUndeployFlow`. */
export const undeployFlowOptions = (
  flow: FlowClient,
  queryClient: QueryClient,
): UseMutationOptions<Undeployment, Error, void> => ({
  mutationKey: documentsKeys.mutation(flow, "undeploy-flow"),
  mutationFn: () => unwrap(flow.POST("/undeploy")),
  onSuccess: () => reloadFlow(queryClient, flow),
});

/**
 * Lets no revision of a flow answer. The revisions stay.
 *
 * @example const undeployment = useUndeployFlow("support"); undeployment.mutate();
 */
export const useUndeployFlow = (
  flowName: string,
  options?: MutationHookOptions<Undeployment, void>,
): UseMutationResult<Undeployment, Error, void> =>
  useChange(undeployFlowOptions(useDocuments().flow(flowName), useQueryClient()), options);
