"use client";
import { unwrap } from "@headwater/client";
import type { FlowNodeConfig, FlowNodeType, NodeUpdate } from "@headwater/spec";
import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { documentsKeys } from "../query-keys.ts";
import { nodePaths } from "./flow-nodes-options.ts";

export type NodeChange<Type extends FlowNodeType> = { node_id: string; config: FlowNodeConfig<Type> };

/**
 * Configures a node of a type. The nodes below it then need another run, so the flow's cached data is reloaded.
 *
 * @example const update = useUpdateNode("support", "smart-rag"); update.mutate({ node_id, config: { topK: 8 } });
 */
export function useUpdateNode<Type extends FlowNodeType>(
  flowName: string,
  type: Type,
): UseMutationResult<NodeUpdate, Error, NodeChange<Type>> {
  const flow = useDocuments().flow(flowName);
  const queryClient = useQueryClient();
  return useMutation({
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
}
