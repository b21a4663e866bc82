import type { FlowTemplate } from "@headwater/spec";

/** What a new flow can start from. */
export const templates: readonly {
  value: FlowTemplate;
  title: string;
  does: string;
  chain: readonly string[];
}[] = [
  {
    value: "search",
    title: "Search",
    does: "the passages that fit a question",
    chain: ["dataset", "smart-rag", "response"],
  },
  {
    value: "chat",
    title: "Chat",
    does: "an answer with citations",
    chain: ["dataset", "smart-rag", "llm", "response"],
  },
  {
    value: "graph",
    title: "Graph",
    does: "questions that need two documents",
    chain: ["dataset", "graph-rag", "response"],
  },
];
