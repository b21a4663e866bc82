"use client";
import { unwrap } from "@headwater/client";
import type { FlowNodeConfig, NodeUpdate } from "@headwater/spec";
import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { documentsKeys } from "../query-keys.ts";

export type ChunkingChange = { node_id: string; config: FlowNodeConfig<"chunking"> };

/**
 * Configures a chunking node. The nodes below it then need another run, so the flow's cached data is reloaded.
 *
 * @example const update = useUpdateChunking("support"); update.mutate({ node_id, config: { chunkingSplitter: "title" } });
 */
export function useUpdateChunking(flowName: string): UseMutationResult<NodeUpdate, Error, ChunkingChange> {
  const flow = useDocuments().flow(flowName);
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ node_id, config }: ChunkingChange) =>
      unwrap(flow.PATCH("/chunking/{node_id}", { params: { path: { node_id } }, body: { config } })),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: documentsKeys.flow(flow) }),
  });
}
