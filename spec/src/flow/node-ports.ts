import type { GraphNodeType } from "../flow-schemas.ts";

/**
 * Which nodes a node may be joined to: its output fits their input. What a flow's author joins, what the service accepts
 * and what the canvas offers follow this table.
 */
export const nodePorts = {
  dataset: ["chunking", "retrieval", "smart-rag", "graph-rag", "raptor-rag"],
  chunking: ["retrieval", "smart-rag", "graph-rag", "raptor-rag"],
  question: ["retrieval", "smart-rag", "graph-rag", "raptor-rag", "llm"],
  testset: ["retrieval", "smart-rag", "graph-rag", "raptor-rag", "llm", "evaluation"],
  retrieval: ["reranking", "llm", "evaluation", "response"],
  "smart-rag": ["reranking", "llm", "evaluation", "response"],
  "graph-rag": ["reranking", "llm", "evaluation", "response"],
  "raptor-rag": ["reranking", "llm", "evaluation", "response"],
  reranking: ["reranking", "llm", "evaluation", "response"],
  llm: ["evaluation", "response"],
  evaluation: ["response"],
  response: [],
} as const satisfies Record<GraphNodeType, readonly GraphNodeType[]>;

/** The types whose output fits the input of a node of this type. */
export type NodeSource<Target extends GraphNodeType> = {
  [Source in GraphNodeType]: Target extends (typeof nodePorts)[Source][number] ? Source : never;
}[GraphNodeType];

/** Whether the output of a node of one type fits the input of a node of the other. */
export const fits = (source: GraphNodeType, target: GraphNodeType): boolean =>
  (nodePorts[source] as readonly GraphNodeType[]).includes(target);
