import { invalidInput } from "../../kernel/service-error.ts";
import type { DatasetFiles } from "../chunk-sets/dataset-files.ts";
import { changesAllTheTime, namedFlowNotFound, typedNodeNotFound } from "../flow/errors.ts";
import type { Flow, FlowNodeType, NodeId } from "../flow/flow.ts";
import type { FlowStore } from "../flow/flow-store.ts";
import type { ShownNode } from "../flow/shown.ts";
import { configFault } from "../graph/config-fault.ts";
import type { ResolveReferences } from "../graph/resolve-references.ts";
import { downstreamOf } from "../graph/walk-graph.ts";
import { showNode } from "../node/show-node.ts";
import type { OutdatedNodes } from "../run/outdated-nodes.ts";

type Dependencies = {
  flows: FlowStore;
  files: Pick<DatasetFiles, "check">;
  resolveReferences: ResolveReferences;
};

/** Each failed attempt means that another change was saved. So this many changes can be made to one flow at a time. */
const maxAttempts = 1_000;

/** All nodes of a type, or of every type, in the order of the graph, with the results of the latest simulation. */
export const createListNodes =
  ({ flows, outdatedNodes }: Pick<Dependencies, "flows"> & { outdatedNodes: OutdatedNodes }) =>
  async (flow: Flow, type?: FlowNodeType): Promise<ShownNode[]> => {
    const kept = await flows.records(flow.flowId);
    const outdated = await outdatedNodes(flow, kept);
    const records = new Map(kept.map((record) => [record.nodeId, record]));
    return flow.draft.nodes
      .filter((node) => type === undefined || node.type === type)
      .map((node) => showNode(node, records.get(node.id), outdated.has(node.id)));
  };

/**
 * Replaces the configuration of a node of the draft. It and every node after it need an update from then on; what is
 * deployed stays as it is.
 */
export const createUpdateNode =
  ({ flows, files, resolveReferences }: Dependencies) =>
  async (flow: Flow, type: FlowNodeType, nodeId: NodeId, config: Record<string, unknown>): Promise<void> => {
    for (let attempt = 1, current = flow; ; attempt += 1) {
      const node = current.draft.nodes.find(({ id }) => id === nodeId);
      if (node?.type !== type) throw typedNodeNotFound(type, nodeId, flow.name);
      const sent = type === "dataset" && config.files === undefined ? { ...node.config, ...config } : config;
      const wrong = configFault(type, sent);
      if (wrong) throw invalidInput(`config${wrong}`);
      const next = await resolveReferences(flow.projectId, { type, config: sent }, "config", current.draft);
      const nodes = current.draft.nodes.map((each) => (each === node ? { ...node, config: next } : each));
      const graph = { ...current.draft, nodes };
      await files.check(flow.projectId, { nodes: [{ ...node, config: next }], edges: [] }, current.draft);
      if ((await flows.replaceDraft(flow.flowId, { graph }, current.draftVersion)) !== null) {
        await flows.setStates(flow.flowId, [...downstreamOf(graph, nodeId)], "stale");
        return;
      }
      const latest = await flows.find(flow.name);
      if (latest?.flowId !== flow.flowId) throw namedFlowNotFound(flow.name);
      if (attempt === maxAttempts) throw changesAllTheTime();
      current = latest;
    }
  };
