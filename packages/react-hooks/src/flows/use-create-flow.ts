"use client";
import { type FlowClient, unwrap } from "@headwater/client";
import type { FlowDetail, NewFlow } from "@headwater/spec";
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

/** The mutation of `useCreateFlow`. */
export const createFlowOptions = (
  flowsRoot: FlowClient,
  queryClient: QueryClient,
): UseMutationOptions<FlowDetail, Error, NewFlow> => ({
  mutationKey: documentsKeys.mutation(flowsRoot, "create-flow"),
  mutationFn: (body: NewFlow) => unwrap(flowsRoot.POST("/create", { body })),
  onSuccess: () => reloadFlows(queryClient),
});

/**
 * Makes a flow from a template, a graph or `defineFlow`. The list of flows is reloaded.
 *
 * @example const creation = useCreateFlow(); creation.mutate({ name: "support", template: "search", files: ["warranty.pdf"] });
 */
export const useCreateFlow = (
  options?: MutationHookOptions<FlowDetail, NewFlow>,
): UseMutationResult<FlowDetail, Error, NewFlow> =>
  useChange(createFlowOptions(useDocuments().flowsRoot(), useQueryClient()), options);
