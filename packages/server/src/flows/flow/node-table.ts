import type { FlowNodeType } from "./flow.ts";

/** What messages call a type of node: at their beginning, and within a sentence. */
type NodeWords = { label: string; inline: string };

export const nodeTable: Record<FlowNodeType, NodeWords> = {
  dataset: { label: "Dataset", inline: "dataset" },
  chunking: { label: "Chunking", inline: "chunking" },
  question: { label: "Question", inline: "question" },
  testset: { label: "Test set", inline: "test set" },
  retrieval: { label: "Retrieval", inline: "retrieval" },
  "smart-rag": { label: "Smart RAG", inline: "smart RAG" },
  "graph-rag": { label: "Graph RAG", inline: "graph RAG" },
  "raptor-rag": { label: "RAPTOR RAG", inline: "RAPTOR RAG" },
  reranking: { label: "Reranking", inline: "reranking" },
  llm: { label: "LLM", inline: "LLM" },
  evaluation: { label: "Evaluation", inline: "evaluation" },
  response: { label: "Response", inline: "response" },
};
