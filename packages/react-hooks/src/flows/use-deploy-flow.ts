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

/** The mutation of `useDeployFlow`. */
export const deployFlowOptions = (
  flow: FlowClient,
  queryClient: QueryClient,
): UseMutationOptions<Deployment, Error, { tool_description?: string }> => ({
  mutationKey: documentsKeys.mutation(flow, "deploy-flow"),
  mutationFn: (body: { tool_description?: string }) => unwrap(flow.POST("/deploy", { body })),
  onSuccess: () => reloadFlow(queryClient, flow),
});

/**
 * Lets the draft of a flow answer from now on. `warnings` say what will not work as it stands.
 *
 * @example const deployment = useDeployFlow("support"); deployment.mutate({});
 */
export const useDeployFlow = (
  flowName: string,
  options?: MutationHookOptions<Deployment, { tool_description?: string }>,
): UseMutationResult<Deployment, Error, { tool_description?: string }> =>
  useChange(deployFlowOptions(useDocuments().flow(flowName), useQueryClient()), options);
