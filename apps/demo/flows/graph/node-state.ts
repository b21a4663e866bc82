import type { GraphNode, NodeResult, NodeType } from "./graph.ts";

/** What is known of a node while a simulation runs. */
export type Progress = {
  state: "waiting" | "running" | "ran" | "kept" | "failed";
  why?: string | undefined;
  error?: string | undefined;
};

/** Whether the draft holds something that is not saved at the node. */
export type Change = "new" | "changed" | undefined;

/** `shape` chooses the mark beside the words. */
export type NodeState = { shape: "new" | "ready" | "busy" | "waits" | "stale" | "fail"; words: string };

/** The state of a node at a glance: what is not saved, then the running simulation, then the latest one. */
export function nodeState({ type, data }: GraphNode, progress?: Progress, change?: Change): NodeState {
  if (progress) return whileRunning(type, data.result, progress);
  if (change === "new") return { shape: "stale", words: "Not saved" };
  if (change === "changed") return { shape: "stale", words: "Edited, not saved" };
  const result = data.result;
  if (!result) return { shape: "new", words: "Not run yet" };
  if (result.has_error) return { shape: "fail", words: "Failed" };
  if (result.processing) return { shape: "busy", words: "Running" };
  if (result.waiting) return { shape: "waits", words: "Waiting" };
  if (result.updated === false) return { shape: "stale", words: "Needs an update" };
  if (result.updated) return { shape: "ready", words: countWords(type, result) ?? "Up to date" };
  return { shape: "new", words: "Not run yet" };
}

function whileRunning(type: NodeType, result: NodeResult | undefined, { state }: Progress): NodeState {
  switch (state) {
    case "waiting":
      return { shape: "waits", words: "Waiting" };
    case "running":
      return { shape: "busy", words: "Running" };
    case "failed":
      return { shape: "fail", words: "Failed" };
    case "kept":
      return { shape: "ready", words: countWords(type, result) ?? "Kept from before" };
    case "ran":
      return { shape: "ready", words: "Done" };
  }
}

/** The counts that say most of a type, the first that is there. */
const counts: Partial<Record<NodeType, readonly (readonly [count: string, one: string, many: string])[]>> = {
  dataset: [["total_documents", "file", "files"]],
  chunking: [["total_chunks", "chunk", "chunks"]],
  retrieval: [["total_retrievals", "passage", "passages"]],
  "smart-rag": [["total_retrieved", "passage", "passages"]],
  "graph-rag": [["total_retrieved", "passage", "passages"]],
  "raptor-rag": [["total_summaries", "summary", "summaries"]],
  reranking: [["total_reranked", "passage", "passages"]],
  llm: [["total_responses", "answer", "answers"]],
};

/** "4,318 chunks". Undefined when the result has no count of its type. */
export function countWords(type: NodeType, result: NodeResult | undefined): string | undefined {
  for (const [count, one, many] of counts[type] ?? []) {
    const number = result?.[count];
    if (typeof number === "number") return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
  }
  return undefined;
}
