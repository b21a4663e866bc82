import type { Flow, NodeId } from "../flow/flow.ts";

/** Entities that the documents of a graph RAG node mention, and how they occur together. */
export type EntityGraphView = {
  /** The most mentioned first. */
  entities: { id: string; name: string; kind: string; mentions: number }[];
  /** Between these entities, the strongest first. */
  relationships: { source: string; target: string; weight: number; files: string[] }[];
};

/** The graph of a node, as of its latest simulation. Throws 404 in the contract's words for an unknown node. */
export type EntityGraph = (
  flow: Flow,
  nodeId: NodeId,
  limit: number,
  signal: AbortSignal,
) => Promise<EntityGraphView>;
