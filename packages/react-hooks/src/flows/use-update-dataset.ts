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
export type DatasetChange = { node_id: string; config: FlowNodeConfig<"dataset"> };

/** The mutation of `useUpdateDataset`. */
export const updateDatasetOptions = (
  flow: FlowClient,
  queryClient: QueryClient,
): UseMutationOptions<NodeUpdate, Error, DatasetChange> => ({
  mutationKey: documentsKeys.mutation(flow, "update-dataset"),
  mutationFn: ({ node_id, config }: DatasetChange) =>
    unwrap(flow.PATCH("/datasets/{node_id}", { params: { path: { node_id } }, body: { config } })),
  onSuccess: () => void queryClient.invalidateQueries({ queryKey: documentsKeys.flow(flow) }),
});

/**
 * Replaces the files of a dataset node. Every name must be the name of a source. The nodes below it then need another
 * run, so the flow's cached data is reloaded.
 *
 * @example const update = useUpdateDataset("support"); update.mutate({ node_id, config: { files: ["warranty.pdf"] } });
 */
export const useUpdateDataset = (
  flowName: string,
  options?: MutationHookOptions<NodeUpdate, DatasetChange>,
): UseMutationResult<NodeUpdate, Error, DatasetChange> =>
  useChange(updateDatasetOptions(useDocuments().flow(flowName), useQueryClient()), options);
