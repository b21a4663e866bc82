import type { Flow, FlowGraph } from "../flow/flow.ts";
import type { FlowStore } from "../flow/flow-store.ts";
import type { FlowItem, ReadItems } from "../flow/shown.ts";

/** What a kept run ran on, and the first of what it answered. */
export type ReadRun = (flow: Flow, runId: string) => Promise<{ graph: FlowGraph; items: FlowItem[] } | null>;

const nothing: FlowGraph = { nodes: [], edges: [] };
/** Items of a run that are compared. */
const maxItems = 100;

export const createReadRun =
  ({
    flows,
    readItems,
  }: {
    flows: Pick<FlowStore, "findRun" | "findRevision">;
    readItems: ReadItems;
  }): ReadRun =>
  async (flow, runId) => {
    const run = await flows.findRun(flow.flowId, runId);
    if (!run) return null;
    const revision = run.revisionId === null ? null : await flows.findRevision(flow.flowId, run.revisionId);
    const graph = revision?.graph ?? run.graph ?? nothing;
    const node = graph.nodes.find(({ type }) => type === "response");
    if (!run.output || !node) return { graph, items: [] };
    const page = { number: 1, size: maxItems };
    const { items } = await readItems(flow.projectId, { output: run.output, node }, page);
    return { graph, items };
  };
