import { fits } from "@headwater/spec";
import { type Graph, type GraphNode, type NodeConfig, type NodeType, nodeOf } from "./graph.ts";
import { nodeKinds } from "./node-kinds.ts";
import { downstream } from "./order.ts";

/** What the canvas and the list do to a graph. Each command answers a new graph and leaves the old one as it is. */

const newNodeGap = 40;

/** Adds a node with the settings that its type begins with; it is after `beside`, or below all others. */
export function addNode(graph: Graph, type: NodeType, id: string, beside?: string): Graph {
  const { title, config, style } = nodeKinds[type];
  const node: GraphNode = {
    id,
    type,
    position: freePlace(graph, beside),
    style,
    data: { name: title, config },
  };
  return { ...graph, nodes: [...graph.nodes, node] };
}

/** Removes a node with its edges. */
export const removeNode = (graph: Graph, id: string): Graph => ({
  nodes: graph.nodes.filter((node) => node.id !== id),
  edges: graph.edges.filter(({ source, target }) => source !== id && target !== id),
});

export const moveNode = (graph: Graph, id: string, position: { x: number; y: number }): Graph =>
  withNode(graph, id, (node) => ({
    ...node,
    position: { x: Math.round(position.x), y: Math.round(position.y) },
  }));

export const renameNode = (graph: Graph, id: string, name: string): Graph =>
  withNode(graph, id, (node) => ({ ...node, data: { ...node.data, name } }));

/** Replaces the settings of a node. */
export const configureNode = (graph: Graph, id: string, config: NodeConfig): Graph =>
  withNode(graph, id, (node) => ({ ...node, data: { ...node.data, config } }));

/** Joins two nodes. A pair that `whyNot` gives a reason against stays as it is. */
export const connect = (graph: Graph, source: string, target: string): Graph =>
  whyNot(graph, source, target) === undefined
    ? { ...graph, edges: [...graph.edges, { source, target }] }
    : graph;

export const disconnect = (graph: Graph, source: string, target: string): Graph => ({
  ...graph,
  edges: graph.edges.filter((edge) => edge.source !== source || edge.target !== target),
});

/** Why two nodes cannot be joined, as a sentence. Undefined when they can. */
export function whyNot(graph: Graph, source: string, target: string): string | undefined {
  const [from, to] = [nodeOf(graph, source), nodeOf(graph, target)];
  if (!from || !to) return "One of the two nodes is gone.";
  if (source === target) return "A node cannot feed itself.";
  if (graph.edges.some((edge) => edge.source === source && edge.target === target))
    return `${from.data.name} feeds ${to.data.name} already.`;
  if (!fits(from.type, to.type)) return `What ${from.type} gives does not fit into ${to.type}.`;
  if (downstream(graph, target).has(source))
    return `${to.data.name} feeds ${from.data.name}; a flow has no circles.`;
  return undefined;
}

/** The nodes that a node may be joined to. */
export const targetsFor = (graph: Graph, source: string): GraphNode[] =>
  graph.nodes.filter(({ id }) => whyNot(graph, source, id) === undefined);

function withNode(graph: Graph, id: string, change: (node: GraphNode) => GraphNode): Graph {
  return { ...graph, nodes: graph.nodes.map((node) => (node.id === id ? change(node) : node)) };
}

/** A place that no node covers: to the right of `beside`, or at the left edge below all others. */
function freePlace({ nodes }: Graph, beside: string | undefined): { x: number; y: number } {
  const left = nodes.find(({ id }) => id === beside);
  const wanted = left
    ? { x: left.position.x + left.style.width + newNodeGap, y: left.position.y }
    : { x: 0, y: Math.max(0, ...nodes.map(({ position, style }) => position.y + style.height + newNodeGap)) };
  const isTaken = ({ x, y }: { x: number; y: number }) =>
    nodes.some(
      ({ position, style }) =>
        Math.abs(position.x - x) < style.width && Math.abs(position.y - y) < style.height + newNodeGap / 2,
    );
  while (isTaken(wanted)) wanted.y += newNodeGap;
  return wanted;
}
