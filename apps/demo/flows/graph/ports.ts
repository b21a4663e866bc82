import type { NodeType } from "./graph.ts";

const searches: readonly NodeType[] = ["retrieval", "smart-rag", "graph-rag", "raptor-rag"];

/** Which nodes take what a node gives. */
export const ports: Record<NodeType, readonly NodeType[]> = {
  dataset: ["chunking", "retrieval", "smart-rag", "graph-rag", "raptor-rag"],
  question: [...searches, "llm"],
  testset: [...searches, "llm", "evaluation"],
  chunking: searches,
  retrieval: ["reranking", "llm", "evaluation", "response"],
  "smart-rag": ["reranking", "llm", "evaluation", "response"],
  "graph-rag": ["reranking", "llm", "evaluation", "response"],
  "raptor-rag": ["reranking", "llm", "evaluation", "response"],
  reranking: ["reranking", "llm", "evaluation", "response"],
  llm: ["evaluation", "response"],
  evaluation: ["response"],
  response: [],
};

/** Whether what one type gives fits into the other. */
export const fits = (source: NodeType, target: NodeType): boolean => ports[source].includes(target);
