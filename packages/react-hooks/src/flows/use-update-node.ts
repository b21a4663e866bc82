"use client";
import { type FlowClient, unwrap } from "@headwater/client";
import type { FlowNodeConfig, FlowNodeType, NodeUpdate } from "@headwater/spec";
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
import { nodePaths } from "./flow-nodes-options.ts";

/** The node, and what changes in its configuration. */
export type NodeChange<Type extends FlowNodeType> = { node_id: string; config: FlowNodeConfig<Type> };

/** The mutation of `useUpdateNode`. */
export const updateNodeOptions = <Type extends FlowNodeType>(
  flow: FlowClient,
  type: Type,
  queryClient: QueryClient,
): UseMutationOptions<NodeUpdate, Error, NodeChange<Type>> => ({
  mutationKey: documentsKeys.mutation(flow, "update-node"),
  mutationFn: ({ node_id, config }: NodeChange<Type>) =>
    unwrap(
      flow.PATCH(`${nodePaths[type]}/{node_id}` as "/datasets/{node_id}", {
        params: { path: { node_id } },
        // The path decides the type of the body. Any of them stands for all here.
        body: { config } as never,
      }),
    ),
  onSuccess: () => void queryClient.invalidateQueries({ queryKey: documentsKeys.flow(flow) }),
});

/**
 * Configures a node of a type. The nodes below it then need another run, so the flow's cached data is reloaded.
 *
 * @example const update = useUpdateNode("support", "smart-rag"); update.mutate({ node_id, config: { topK: 8 } });
 */
export const useUpdateNode = <Type extends FlowNodeType>(
  flowName: string,
  type: Type,
  options?: MutationHookOptions<NodeUpdate, NodeChange<Type>>,
): UseMutationResult<NodeUpdate, Error, NodeChange<Type>> =>
  useChange(updateNodeOptions(useDocuments().flow(flowName), type, useQueryClient()), options);
