import type { Graph, NodeType } from "../graph/graph.ts";

/** An id in the spelling of the contract, `<type>-<epoch ms>`, which no node of the graph has. */
export function newNodeId(graph: Graph, type: NodeType, now = Date.now()): string {
  const taken = new Set(graph.nodes.map(({ id }) => id));
  let stamp = now;
  while (taken.has(`${type}-${stamp}`)) stamp += 1;
  return `${type}-${stamp}`;
}
