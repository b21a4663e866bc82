import type { SourceStore } from "../sources/source-store.ts";
import { filesUnknown, typedNodeNotFound } from "./errors.ts";
import type { Flow, FlowNodeType, NodeId } from "./flow.ts";
import type { ShownNode } from "./flow-rooms.ts";
import type { FlowStore } from "./flow-store.ts";
import { downstreamOf } from "./graph/walk-graph.ts";
import { showNode } from "./show-node.ts";

type Dependencies = { flows: FlowStore; sources: Pick<SourceStore, "findByName"> };

/** How often a change is tried again when another one came between. */
const maxAttempts = 5;

/** All nodes of a type, or of every type, in the order of the graph, with the results of the latest simulation. */
export const createListNodes =
  ({ flows }: Pick<Dependencies, "flows">) =>
  async (flow: Flow, type?: FlowNodeType): Promise<ShownNode[]> => {
    const records = new Map((await flows.records(flow.flowId)).map((record) => [record.nodeId, record]));
    return flow.draft.nodes
      .filter((node) => type === undefined || node.type === type)
      .map((node) => showNode(node, records.get(node.id)));
  };

/**
 * Replaces the configuration of a node of the draft. It and every node after it need an update from then on; what is
 * deployed stays as it is.
 */
export const createUpdateNode =
  ({ flows, sources }: Dependencies) =>
  async (flow: Flow, type: FlowNodeType, nodeId: NodeId, config: Record<string, unknown>): Promise<void> => {
    for (let attempt = 1, current = flow; ; attempt += 1) {
      const node = current.draft.nodes.find(({ id }) => id === nodeId);
      if (node?.type !== type) throw typedNodeNotFound(type, nodeId, flow.name);
      const next = type === "dataset" && config.files === undefined ? { ...node.config, ...config } : config;
      if (type === "dataset") await refuseUnknownFiles(sources, flow, next.files);
      const nodes = current.draft.nodes.map((each) => (each === node ? { ...node, config: next } : each));
      const graph = { ...current.draft, nodes };
      if ((await flows.replaceDraft(flow.flowId, { graph }, current.draftVersion)) !== null) {
        await flows.setStates(flow.flowId, [...downstreamOf(graph, nodeId)], "stale");
        return;
      }
      const latest = await flows.find(flow.name);
      if (!latest || attempt === maxAttempts) throw new Error("The flow changes all the time, or is gone");
      current = latest;
    }
  };

/** Contract: every file must exist as a source of the project, by its exact name. */
async function refuseUnknownFiles(
  sources: Dependencies["sources"],
  { projectId }: Flow,
  files: unknown,
): Promise<void> {
  const unknown: string[] = [];
  for (const name of new Set(files as string[] | undefined)) {
    const found = await sources.findByName(projectId, name);
    if (!found.some(({ fileName }) => fileName === name)) unknown.push(name);
  }
  if (unknown.length > 0) throw filesUnknown(unknown);
}
