import type { GraphNode, NodeConfig, NodeType } from "./graph.ts";

export type NodeKind = {
  /** Name of a new node. */
  title: string;
  /** What it does, for users who choose one. */
  does: string;
  /** What a new node is set to. */
  config: NodeConfig;
  style: GraphNode["style"];
};

const style = { height: 116, width: 208 };

/** What the workbench knows of each type of node. */
export const nodeKinds: Record<NodeType, NodeKind> = {
  dataset: { title: "Sources", does: "the files to read", config: { files: [] }, style },
  question: { title: "Question", does: "a question of its own", config: { question: "" }, style },
  testset: {
    title: "Test set",
    does: "questions with what they should find",
    config: { questions: [] },
    style,
  },
  chunking: {
    title: "Chunks",
    does: "cuts files into passages",
    config: { chunkingSplitter: "title", chunkSize: 1_000, chunkOverlap: 0 },
    style,
  },
  retrieval: {
    title: "Search",
    does: "finds passages",
    config: { searchType: "hybrid", topK: 10, scoreThreshold: 0 },
    style,
  },
  "smart-rag": { title: "Smart search", does: "cuts and finds in one step", config: { topK: 5 }, style },
  "graph-rag": {
    title: "Names and links",
    does: "follows names from file to file",
    config: { topK: 10 },
    style,
  },
  "raptor-rag": {
    title: "Summaries",
    does: "finds passages and summaries of many",
    config: { topK: 10, max_level: 3 },
    style,
  },
  reranking: { title: "Best first", does: "puts passages in order", config: { topK: 5 }, style },
  llm: { title: "Wording", does: "writes an answer", config: { temperature: 0 }, style },
  evaluation: { title: "Evaluation", does: "measures what was found", config: {}, style },
  response: { title: "Answer", does: "what the flow answers", config: {}, style },
};
