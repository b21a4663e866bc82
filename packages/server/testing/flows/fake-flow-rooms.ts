import {
  nodeNotFound,
  noResponseNode,
  notDeployed,
  revisionNotFound,
  simulationFailed,
  typedNodeNotFound,
} from "../../src/flows/flow/errors.ts";
import type { Flow, FlowGraph, NodeId } from "../../src/flows/flow/flow.ts";
import type { FlowRun, FlowStore } from "../../src/flows/flow/flow-store.ts";
import type { FlowItem, FlowItems, FlowProgress } from "../../src/flows/flow/shown.ts";
import type { FlowRooms } from "../../src/flows/flow-rooms.ts";
import { createRunCases } from "../../src/flows/tests/run-cases.ts";
import { createTestHistory } from "../../src/flows/tests/test-history.ts";
import { newId } from "../../src/kernel/ids.ts";
import { offsetOf, type Page } from "../../src/kernel/page.ts";

/** What the fake answers, which a test may change: the items of every node, and a fault that everything meets. */
export type FakeFlowState = {
  items: FlowItem[];
  notes: string[];
  fault: Error | null;
  /** Whether simulations go on until they are stopped. */
  goesOn?: boolean;
};

export const exampleItems = (count: number): FlowItem[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `chunk-${index + 1}`,
    content: `Passage ${index + 1}`,
    metadata: { source: "warranty.pdf", page: index + 1, chunk_id: `chunk-${index + 1}` },
    score: 1 - index / 1000,
  }));

type OnProgress = ((step: FlowProgress) => void) | undefined;

/** Answers the same items from every flow, with the checks and texts of the contract. It computes nothing. */
export function createFakeFlowRooms(flows: FlowStore, state: FakeFlowState): FlowRooms {
  const work = () => {
    if (state.fault) throw state.fault;
  };
  const pageOf = (page: Page): FlowItems => ({
    items: state.items.slice(offsetOf(page), offsetOf(page) + page.size),
    total: state.items.length,
  });
  const tell = ({ nodes }: FlowGraph, onProgress: OnProgress) => {
    for (const { id: nodeId } of nodes) {
      onProgress?.({ type: "node", nodeId, state: "running" });
      onProgress?.({ type: "node", nodeId, state: "ran", why: "first run" });
    }
  };
  const keep = async (flow: Flow, run: Partial<FlowRun>): Promise<FlowRun> => {
    const kept: FlowRun = {
      runId: newId(),
      flowId: flow.flowId,
      kind: "run",
      revisionId: null,
      query: null,
      state: "done",
      error: null,
      startedAt: new Date(),
      milliseconds: 12,
      nodes: flow.draft.nodes.map(({ id, type }) => ({
        nodeId: id,
        type,
        state: "ran",
        why: "first run",
        milliseconds: 4,
        itemsIn: 1,
        itemsOut: 2,
        usage: { tokensIn: 0, tokensOut: 0 },
      })),
      output: null,
      ...run,
    };
    await flows.addRun(kept, []);
    return kept;
  };
  const nodeOf = (flow: Flow, nodeId: NodeId) => {
    const node = flow.draft.nodes.find(({ id }) => id === nodeId);
    if (!node) throw nodeNotFound(nodeId, flow.name);
    return node;
  };

  return {
    async runFlow(flow, { query, revisionId = flow.deployedRevisionId, page, runId = newId(), onProgress }) {
      if (revisionId === null) throw notDeployed(flow.name);
      const revision = await flows.findRevision(flow.flowId, revisionId);
      if (!revision) throw revisionNotFound(revisionId, flow.name);
      work();
      tell(revision.graph, onProgress);
      await keep(flow, { runId, revisionId, query });
      return { ...pageOf(page), runId };
    },
    async simulateFlow(flow, { query, page, signal, runId = newId(), onProgress }) {
      if (!flow.draft.nodes.some(({ type }) => type === "response")) throw simulationFailed(noResponseNode);
      work();
      tell(flow.draft, onProgress);
      if (state.goesOn)
        await new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
        );
      await keep(flow, { runId, kind: "simulation", query });
      return { ...pageOf(page), runId };
    },
    async simulateNode(flow, nodeId) {
      work();
      return [{ ...nodeOf(flow, nodeId), result: { updated: true } }];
    },
    async nodeResults(flow, nodeId, page) {
      nodeOf(flow, nodeId);
      work();
      return { ...pageOf(page), notes: state.notes };
    },
    async listNodes(flow, type) {
      work();
      const nodes = flow.draft.nodes.filter((node) => type === undefined || node.type === type);
      return nodes.map((node) => ({ ...node, result: undefined }));
    },
    async updateNode(flow, type, nodeId, config) {
      const node = flow.draft.nodes.find((each) => each.id === nodeId && each.type === type);
      if (!node) throw typedNodeNotFound(type, nodeId, flow.name);
      work();
      const nodes = flow.draft.nodes.map((each) => (each === node ? { ...each, config } : each));
      await flows.replaceDraft(flow.flowId, { graph: { ...flow.draft, nodes } });
    },
    async explain(flow) {
      work();
      const cost = { files: 1, chunks: 2, modelCalls: 3, tokens: 4 };
      return flow.draft.nodes.map(({ id, type }) => ({
        nodeId: id,
        type,
        runs: true,
        why: "first run",
        cost,
      }));
    },
    tests: createTestHistory({ flows }),
    runCases: createRunCases({ flows, readItems: async (_project, _given, page) => pageOf(page) }),
    async replay(flow, runId, revisionId) {
      work();
      const run = await flows.findRun(flow.flowId, runId);
      const kind = revisionId === null ? "simulation" : "run";
      return keep(flow, { kind, revisionId, query: run?.query ?? null });
    },
  };
}
