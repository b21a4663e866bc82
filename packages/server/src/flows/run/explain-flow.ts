import type { Flow, FlowGraph, FlowNode, NodeId } from "../flow/flow.ts";
import type { FlowStore, NodeRecord } from "../flow/flow-store.ts";
import type { NodeOutput } from "../flow/node-output.ts";
import type { ExplainedNode, NodeCost } from "../flow/shown.ts";
import { inOrder, sourcesOf } from "../graph/walk-graph.ts";
import { canonicalJson, type KeyParts, keyOf } from "../node/content-key.ts";
import { NodeError, type NodeInput } from "../node/node-kind.ts";
import type { NodeKinds } from "../node/node-kinds.ts";
import { latestQuery } from "./latest-query.ts";
import { partsOf } from "./run-graph.ts";
import { type ChangedInput, changedInput, nothingChanged, whyRun } from "./why-run.ts";

const free: NodeCost = { files: 0, chunks: 0, modelCalls: 0, tokens: 0 };

/** What is known while a graph is walked: what earlier runs left, what each node gives now, and which nodes will run. */
type Known = {
  graph: FlowGraph;
  query: string | null;
  kept: ReadonlyMap<NodeId, NodeRecord>;
  outputs: Map<NodeId, NodeOutput>;
  running: Set<NodeId>;
};

/**
 * Says of each node of the draft whether the next simulation runs it, why, and what that costs. Without a query it is
 * that of the latest simulation. It runs nothing but the datasets, which look up their files.
 */
export const createExplainFlow =
  ({ flows, kinds }: { flows: FlowStore; kinds: NodeKinds }) =>
  async (flow: Flow, asked: string | null, signal: AbortSignal): Promise<ExplainedNode[]> => {
    const { draft: graph, projectId } = flow;
    const ordered = inOrder(graph);
    if (!ordered) throw new NodeError("The graph has a cycle");
    const query = asked ?? (await latestQuery(flows, flow));
    const records = await flows.records(flow.flowId);
    const kept = new Map(records.map((record) => [record.nodeId, record]));
    const known: Known = { graph, query, kept, outputs: new Map(), running: new Set() };
    const explained: ExplainedNode[] = [];
    for (const node of ordered) {
      const inputs = sourcesOf(graph, node.id).flatMap((id) => known.outputs.get(id) ?? []);
      explained.push(await explainNode(known, kinds, { node, projectId, inputs, query, signal }));
    }
    return explained;
  };

async function explainNode(known: Known, kinds: NodeKinds, input: NodeInput): Promise<ExplainedNode> {
  const { node } = input;
  const kind = kinds[node.type];
  const said = { nodeId: node.id, type: node.type };
  if (kind.isVolatile) {
    const { output } = await kind.run(input);
    known.outputs.set(node.id, output);
    const change = changeAt(known, node.id);
    const isSame =
      change.before === null ||
      (change.deleted === 0 && canonicalJson(change.before) === canonicalJson(output));
    return { ...said, runs: !isSame, why: isSame ? nothingChanged : changedInput(change), cost: free };
  }
  const parts = await partsOf({ ...known, projectId: input.projectId }, node, kind, known.outputs);
  const before = known.kept.get(node.id);
  const waitsFor = sourcesOf(known.graph, node.id).filter((id) => known.running.has(id));
  if (before?.output && before.key === keyOf(parts) && waitsFor.length === 0) {
    known.outputs.set(node.id, before.output);
    return { ...said, runs: false, why: nothingChanged, cost: free };
  }
  known.running.add(node.id);
  const cost = (await kind.estimate?.(input)) ?? free;
  return { ...said, runs: true, why: reasonFor(known, node, parts, waitsFor), cost };
}

/** What the node gave, and what it gives now. */
const changeAt = ({ graph, kept, outputs }: Known, nodeId: NodeId): ChangedInput => ({
  name: graph.nodes.find(({ id }) => id === nodeId)?.name ?? nodeId,
  before: kept.get(nodeId)?.output ?? null,
  deleted: kept.get(nodeId)?.deletedFiles ?? 0,
  after: outputs.get(nodeId) ?? null,
});

/** What changed at the node itself, and which nodes before it will run: what those give is not known yet. */
function reasonFor(known: Known, node: FlowNode, parts: KeyParts, waitsFor: NodeId[]): string {
  const before = known.kept.get(node.id);
  if (!before?.output) return "first run";
  const partsBefore = Object.fromEntries(
    Object.entries(before.parts).filter(([name]) => !waitsFor.some((id) => name.endsWith(` ${id}`))),
  );
  const own = whyRun(partsBefore, parts, (nodeId) => changeAt(known, nodeId));
  const through = waitsFor.map((id) => `'${changeAt(known, id).name}' runs`);
  return [...(own === nothingChanged ? [] : [own]), ...through].join(", ");
}
