import type { FlowNodeType } from "./flow.ts";

type NodeEntry = {
  /** At the beginning of a message. */
  label: string;
  /** Within a sentence. */
  inline: string;
  /** What a new node of this type is called. */
  name: string;
  /** The types of node that it can be joined to. */
  into: readonly FlowNodeType[];
};

const searching = ["retrieval", "smart-rag", "graph-rag", "raptor-rag"] as const;
const afterSearching = ["reranking", "llm", "evaluation", "response"] as const;

/** What is the same for every node of a type, whatever its code does. */
export const nodeTable: Record<FlowNodeType, NodeEntry> = {
  dataset: entry("Dataset", "dataset", ["chunking", ...searching]),
  chunking: entry("Chunking", "chunking", searching),
  question: entry("Question", "question", [...searching, "llm"]),
  testset: entry("Test set", "test set", [...searching, "llm", "evaluation"]),
  retrieval: entry("Retrieval", "retrieval", afterSearching),
  "smart-rag": entry("Smart RAG", "smart RAG", afterSearching),
  "graph-rag": entry("Graph RAG", "graph RAG", afterSearching),
  "raptor-rag": entry("RAPTOR RAG", "RAPTOR RAG", afterSearching),
  reranking: entry("Reranking", "reranking", afterSearching),
  llm: entry("LLM", "LLM", ["evaluation", "response"]),
  evaluation: entry("Evaluation", "evaluation", ["response"]),
  response: entry("Response", "response", []),
};

function entry(label: string, inline: string, into: readonly FlowNodeType[]): NodeEntry {
  return { label, inline, name: label, into };
}
