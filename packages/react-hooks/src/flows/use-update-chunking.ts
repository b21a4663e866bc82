"use client";
import { type FlowClient, unwrap } from "@headwater/client";
import type { FlowNodeConfig, NodeUpdate } from "@headwater/spec";
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

/** The node, and what changes in its configuration. */
export type ChunkingChange = { node_id: string; config: FlowNodeConfig<"chunking"> };

/** The mutation of `useUpdateChunking`. */
export const updateChunkingOptions = (
  flow: FlowClient,
  queryClient: QueryClient,
): UseMutationOptions<NodeUpdate, Error, ChunkingChange> => ({
  mutationKey: documentsKeys.mutation(flow, "update-chunking"),
  mutationFn: ({ node_id, config }: ChunkingChange) =>
    unwrap(flow.PATCH("/chunking/{node_id}", { params: { path: { node_id } }, body: { config } })),
  onSuccess: () => void queryClient.invalidateQueries({ queryKey: documentsKeys.flow(flow) }),
});

/**
 * Configures a chunking node. The nodes below it then need another run, so the flow's cached data is reloaded.
 *
 * @example const update = useUpdateChunking("support"); update.mutate({ node_id, config: { chunkingSplitter: "title" } });
 */
export const useUpdateChunking = (
  flowName: string,
  options?: MutationHookOptions<NodeUpdate, ChunkingChange>,
): UseMutationResult<NodeUpdate, Error, ChunkingChange> =>
  useChange(updateChunkingOptions(useDocuments().flow(flowName), useQueryClient()), options);
