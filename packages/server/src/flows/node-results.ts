import type { Page } from "../kernel/page.ts";
import { nodeNotFound } from "./errors.ts";
import type { Flow, NodeId } from "./flow.ts";
import type { FlowItems, ReadItems } from "./flow-rooms.ts";
import type { FlowStore } from "./flow-store.ts";

/** A page of what a node gave in the latest simulation; empty when there was none. It runs nothing. */
export const createNodeResults =
  ({ flows, readItems }: { flows: FlowStore; readItems: ReadItems }) =>
  async (flow: Flow, nodeId: NodeId, page: Page): Promise<FlowItems & { notes: string[] }> => {
    const node = flow.draft.nodes.find(({ id }) => id === nodeId);
    if (!node) throw nodeNotFound(nodeId, flow.name);
    const record = (await flows.records(flow.flowId)).find((each) => each.nodeId === nodeId);
    if (!record?.output) return { items: [], total: 0, notes: record?.notes ?? [] };
    const items = await readItems(flow.projectId, { output: record.output, node }, page);
    return { ...items, notes: record.notes };
  };
