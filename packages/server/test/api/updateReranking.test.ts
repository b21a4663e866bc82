import { describeUpdate } from "../../testing/flows/describe-node-operations.ts";

describeUpdate("updateReranking", {
  type: "reranking",
  label: "Reranking",
  config: { topK: 3 },
  next: { topK: null },
  refused: [
    [{ topK: -1 }, "topK must be a positive integer or null"],
    [{ topK: "5" }, "topK must be a positive integer or null"],
    [7, "Invalid input: config must be object"],
  ],
});
