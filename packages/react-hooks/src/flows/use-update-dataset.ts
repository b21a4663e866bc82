"use client";
import { unwrap } from "@headwater/client";
import type { FlowNodeConfig, NodeUpdate } from "@headwater/spec";
import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { documentsKeys } from "../query-keys.ts";

export type DatasetChange = { node_id: string; config: FlowNodeConfig<"dataset"> };

/**
 * Replaces the files of a dataset node. Every name must be the name of a source. The nodes below it then need another
 * run, so the flow's cached data is reloaded.
 *
 * @example const update = useUpdateDataset("support"); update.mutate({ node_id, config: { files: ["warranty.pdf"] } });
 */
export function useUpdateDataset(flowName: string): UseMutationResult<NodeUpdate, Error, DatasetChange> {
  const flow = useDocuments().flow(flowName);
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ node_id, config }: DatasetChange) =>
      unwrap(flow.PATCH("/datasets/{node_id}", { params: { path: { node_id } }, body: { config } })),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: documentsKeys.flow(flow) }),
  });
}
