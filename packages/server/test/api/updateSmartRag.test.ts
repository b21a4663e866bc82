import { describeUpdate } from "../../testing/flows/describe-node-operations.ts";

describeUpdate("updateSmartRag", {
  type: "smart-rag",
  label: "Smart RAG",
  config: { topK: 5 },
  next: { topK: 7 },
  refused: [
    [{ topK: 0 }, "topK must be a positive integer"],
    [7, "Invalid input: config must be object"],
  ],
});
