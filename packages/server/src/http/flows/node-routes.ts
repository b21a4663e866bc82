import type { FlowsOperationId } from "@headwater/spec";
import type { FlowNodeType } from "../../flows/flow/flow.ts";
import { nodeTable } from "../../flows/flow/node-table.ts";
import { configFields } from "../../flows/node/config-fields.ts";
import { defineRoute, type Route } from "../define-route.ts";
import { presentNode } from "../present/flow.ts";

type ListId = Extract<
  FlowsOperationId,
  | "listDatasets"
  | "listChunking"
  | "listRetrieval"
  | "listReranking"
  | "listSmartRag"
  | "listGraphRag"
  | "listRaptorRag"
  | "listLlm"
>;
type UpdateId = Extract<FlowsOperationId, `update${string}`>;

/** Nodes of a type with their configuration and result. */
const listNodes = <Id extends ListId>(operationId: Id, type: FlowNodeType): Route<Id> =>
  defineRoute(
    operationId,
    async ({ flow, caller }, { findFlow, flowRooms, managePrompts }) => {
      const found = await findFlow.toRead(caller.projectId, flow as string);
      const nodes = await managePrompts.withNames(caller.projectId, await flowRooms.listNodes(found, type));
      // The nodes of a type have the shape of the type.
      return nodes.map((node) => presentNode(node)) as never;
    },
    { elsewhere: "always", failure: `Failed to retrieve ${nodeTable[type].inline} nodes` },
  );

/** Replaces the configuration of a node. */
const updateNode = <Id extends UpdateId>(operationId: Id, type: FlowNodeType): Route<Id> => {
  const fields = Object.entries(configFields[type]);
  return defineRoute(
    operationId,
    async ({ flow, params, body, caller }, { findFlow, flowRooms }) => {
      const { node_id } = params as { node_id: string };
      const { config } = body as { config: Record<string, unknown> };
      const found = await findFlow.toChange(caller.projectId, flow as string);
      // Over HTTP unknown keys are ignored, as the contract's are.
      const known = Object.fromEntries(
        fields.filter(([name]) => Object.hasOwn(config, name)).map(([name]) => [name, config[name]]),
      );
      await flowRooms.updateNode(found, type, node_id, known);
      const message = `${nodeTable[type].label} node configuration updated successfully`;
      return { success: true, message, node_id } as never;
    },
    {
      elsewhere: "always",
      stores: true,
      failure: `Failed to update ${nodeTable[type].inline} node`,
      required: { config: "config is required in request body" },
      invalid: Object.fromEntries(fields.map(([name, { words }]) => [`config.${name}`, `${name} ${words}`])),
    },
  );
};

export const nodeRoutes = {
  listDatasets: listNodes("listDatasets", "dataset"),
  listChunking: listNodes("listChunking", "chunking"),
  listRetrieval: listNodes("listRetrieval", "retrieval"),
  listReranking: listNodes("listReranking", "reranking"),
  listSmartRag: listNodes("listSmartRag", "smart-rag"),
  listGraphRag: listNodes("listGraphRag", "graph-rag"),
  listRaptorRag: listNodes("listRaptorRag", "raptor-rag"),
  listLlm: listNodes("listLlm", "llm"),
  updateDataset: updateNode("updateDataset", "dataset"),
  updateChunking: updateNode("updateChunking", "chunking"),
  updateRetrieval: updateNode("updateRetrieval", "retrieval"),
  updateReranking: updateNode("updateReranking", "reranking"),
  updateSmartRag: updateNode("updateSmartRag", "smart-rag"),
  updateGraphRag: updateNode("updateGraphRag", "graph-rag"),
  updateRaptorRag: updateNode("updateRaptorRag", "raptor-rag"),
  updateLlm: updateNode("updateLlm", "llm"),
};
