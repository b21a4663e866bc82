import { describeUpdate } from "../../testing/flows/describe-node-operations.ts";

describeUpdate("updateReranking", {
  type: "reranking",
  label: "Reranking",
  config: { topK: 3 },
  next: { topK: null },
  refused: [
    [{ topK: -1 }, "topK must be a positive integer or null"],
    [{ topK: "5" }, "config.topK must be a number, without quotes"],
    [7, "Invalid input: config must be object"],
  ],
});
