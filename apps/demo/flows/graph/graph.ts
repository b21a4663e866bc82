import { graphNodeTypes } from "@headwater/spec";

/** Types of nodes. */
export const nodeTypes = graphNodeTypes;
export type NodeType = (typeof graphNodeTypes)[number];

export type NodeConfig = Record<string, unknown>;

/** A node as the service sends and takes it. */
export type GraphNode = {
  id: string;
  type: NodeType;
  position: { x: number; y: number };
  style: { height: number; width: number };
  data: { name: string; config: NodeConfig; result?: NodeResult };
};

/** What the latest simulation left at a node. Counts have the names of the contract, such as `total_chunks`. */
export type NodeResult = {
  updated?: boolean;
  processing?: boolean;
  waiting?: boolean;
  has_error?: boolean;
  [count: string]: unknown;
};

/** What `source` gives goes into `target`. */
export type GraphEdge = { source: string; target: string };

export type Graph = { nodes: readonly GraphNode[]; edges: readonly GraphEdge[] };

export const nodeOf = (graph: Graph, id: string | undefined): GraphNode | undefined =>
  graph.nodes.find((node) => node.id === id);

/** Ids of the nodes that a node takes from, in the order of the edges. */
export const before = (graph: Graph, id: string): string[] =>
  graph.edges.filter(({ target }) => target === id).map(({ source }) => source);

/** Ids of the nodes that take from a node, in the order of the edges. */
export const after = (graph: Graph, id: string): string[] =>
  graph.edges.filter(({ source }) => source === id).map(({ target }) => target);
