import { describeUpdate } from "../../testing/flows/describe-node-operations.ts";

describeUpdate("updateGraphRag", {
  type: "graph-rag",
  label: "Graph RAG",
  config: { topK: 5 },
  next: { topK: null },
  refused: [
    [{ topK: 0 }, "topK must be a positive integer or null"],
    [7, "Invalid input: config must be object"],
  ],
});
