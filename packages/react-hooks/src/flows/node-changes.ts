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
import { changeHook, defineChange } from "../query/define-change.ts";
import { ofFlow } from "../query/define-query.ts";
import type { MutationHookOptions } from "../query/mutation-hook-options.ts";
import { useChange } from "../query/use-change.ts";
import { nodePaths } from "./flow-nodes-options.ts";
import { reloadFlowData } from "./reload-flow.ts";

/** The node, and what changes in its configuration. */
export type NodeChange<Type extends FlowNodeType> = { node_id: string; config: FlowNodeConfig<Type> };

/** The mutation of `useUpdateNode`, or of the hook of this name for one type. */
const defineUpdate = <Type extends FlowNodeType>(name: string, type: Type) =>
  defineChange(name, {
    // The path decides the types of body and answer. Any of them stands for all here.
    send: (flow: FlowClient, { node_id, config }: NodeChange<Type>): Promise<NodeUpdate> =>
      unwrap(
        flow.PATCH(`${nodePaths[type]}/{node_id}` as "/datasets/{node_id}", {
          params: { path: { node_id } },
          body: { config } as never,
        }),
      ),
    done: reloadFlowData,
  });

/** The mutation of `useUpdateNode`. */
export const updateNodeOptions = <Type extends FlowNodeType>(
  flow: FlowClient,
  type: Type,
  queryClient: QueryClient,
): UseMutationOptions<NodeUpdate, Error, NodeChange<Type>> =>
  defineUpdate("update-node", type)(flow, queryClient);

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

/** A chunking node, and what changes in its configuration. */
export type ChunkingChange = NodeChange<"chunking">;

/** The mutation of `useUpdateChunking`. */
export const updateChunkingOptions = /* @__PURE__ */ defineUpdate("update-chunking", "chunking");

/**
 * Configures a chunking node, as `useUpdateNode` does.
 *
 * @example const update = useUpdateChunking("support"); update.mutate({ node_id, config: { chunkingSplitter: "title" } });
 */
export const useUpdateChunking = /* @__PURE__ */ changeHook(ofFlow, updateChunkingOptions);

/** A dataset node, and what changes in its configuration. */
export type DatasetChange = NodeChange<"dataset">;

/** The mutation of `useUpdateDataset`. */
export const updateDatasetOptions = /* @__PURE__ */ defineUpdate("update-dataset", "dataset");

/**
 * Replaces the files of a dataset node, as `useUpdateNode` does. Every name must be the name of a source.
 *
 * @example const update = useUpdateDataset("support"); update.mutate({ node_id, config: { files: ["warranty.pdf"] } });
 */
export const useUpdateDataset = /* @__PURE__ */ changeHook(ofFlow, updateDatasetOptions);

/** The mutation of `useSimulateNode`. */
export const simulateNodeOptions = /* @__PURE__ */ defineChange("simulate-node", {
  send: (flow: FlowClient, body: { node_id: string }) => unwrap(flow.POST("/nodes/simulate", { body })),
  done: reloadFlowData,
});

/**
 * Runs a node and all that follow it, with the query of the latest simulation. The flow's cached data is reloaded.
 *
 * @example const simulation = useSimulateNode("support"); simulation.mutate({ node_id });
 */
export const useSimulateNode = /* @__PURE__ */ changeHook(ofFlow, simulateNodeOptions);
