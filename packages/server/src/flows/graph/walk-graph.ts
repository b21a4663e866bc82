import type { FlowEdge, FlowGraph, NodeId } from "../flow/flow.ts";

/** The nodes with every node after those that it takes from; null when the graph has a cycle. Order is stable. */
export function inOrder<Node extends { id: NodeId }>({
  nodes,
  edges,
}: Pick<FlowGraph, "edges"> & { nodes: Node[] }): Node[] | null {
  const waiting = new Map(nodes.map(({ id }) => [id, 0]));
  for (const { target } of edges) waiting.set(target, (waiting.get(target) ?? 0) + 1);
  const after = targetsBySource(edges);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const ready = nodes.filter(({ id }) => waiting.get(id) === 0);
  const ordered: Node[] = [];
  for (let at = 0; at < ready.length; at++) {
    const node = ready[at] as Node;
    ordered.push(node);
    for (const target of after.get(node.id) ?? []) {
      const left = (waiting.get(target) ?? 0) - 1;
      waiting.set(target, left);
      const next = byId.get(target);
      if (left === 0 && next) ready.push(next);
    }
  }
  return ordered.length === nodes.length ? ordered : null;
}

/** The node and every node that takes something from it, directly or through others. */
export const downstreamOf = ({ edges }: Pick<FlowGraph, "edges">, nodeId: NodeId): Set<NodeId> =>
  reach(nodeId, targetsBySource(edges));

/** The node and every node that it takes something from, directly or through others. */
export const upstreamOf = ({ edges }: Pick<FlowGraph, "edges">, nodeId: NodeId): Set<NodeId> =>
  reach(nodeId, targetsBySource(edges.map(({ source, target }) => ({ source: target, target: source }))));

/** The nodes whose output goes into the node, in the order of the edges. */
export const sourcesOf = ({ edges }: Pick<FlowGraph, "edges">, nodeId: NodeId): NodeId[] =>
  edges.filter(({ target }) => target === nodeId).map(({ source }) => source);

function reach(from: NodeId, next: Map<NodeId, NodeId[]>): Set<NodeId> {
  const reached = new Set([from]);
  for (const id of reached) for (const target of next.get(id) ?? []) reached.add(target);
  return reached;
}

function targetsBySource(edges: FlowEdge[]): Map<NodeId, NodeId[]> {
  const targets = new Map<NodeId, NodeId[]>();
  for (const { source, target } of edges) targets.set(source, [...(targets.get(source) ?? []), target]);
  return targets;
}
