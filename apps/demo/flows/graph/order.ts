import type { Graph, GraphNode } from "./graph.ts";

/**
 * The nodes with each one after those that it takes from, else in the order of the edges. Nodes within a circle come
 * last, so that none is lost.
 */
export function runningOrder(graph: Graph): GraphNode[] {
  const waitingFor = new Map(graph.nodes.map(({ id }) => [id, 0]));
  for (const { target } of graph.edges) waitingFor.set(target, (waitingFor.get(target) ?? 0) + 1);
  const targets = targetsBySource(graph);
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  const ordered = graph.nodes.filter(({ id }) => waitingFor.get(id) === 0);
  for (let at = 0; at < ordered.length; at++) {
    for (const target of targets.get(ordered[at]?.id ?? "") ?? []) {
      const left = (waitingFor.get(target) ?? 0) - 1;
      waitingFor.set(target, left);
      const node = byId.get(target);
      if (left === 0 && node) ordered.push(node);
    }
  }
  const placed = new Set(ordered);
  return [...ordered, ...graph.nodes.filter((node) => !placed.has(node))];
}

/** The node and all that take something from it, directly or through others. */
export function downstream(graph: Graph, id: string): Set<string> {
  const targets = targetsBySource(graph);
  const reached = new Set([id]);
  for (const each of reached) for (const target of targets.get(each) ?? []) reached.add(target);
  return reached;
}

/** Number of nodes that run before each one, along the longest path. */
export function depths(graph: Graph): Map<string, number> {
  const found = new Map<string, number>();
  const targets = targetsBySource(graph);
  for (const { id } of runningOrder(graph)) {
    const depth = found.get(id) ?? 0;
    found.set(id, depth);
    for (const target of targets.get(id) ?? [])
      found.set(target, Math.max(found.get(target) ?? 0, depth + 1));
  }
  return found;
}

function targetsBySource({ edges }: Graph): Map<string, string[]> {
  const targets = new Map<string, string[]>();
  for (const { source, target } of edges) {
    const known = targets.get(source);
    if (known) known.push(target);
    else targets.set(source, [target]);
  }
  return targets;
}
