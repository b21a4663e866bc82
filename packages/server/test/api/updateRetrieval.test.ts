import { describeUpdate } from "../../testing/flows/describe-node-operations.ts";

describeUpdate("updateRetrieval", {
  type: "retrieval",
  label: "Retrieval",
  config: { searchType: "hybrid" },
  next: { searchType: "keyword", topK: 100, scoreThreshold: 0.25 },
  refused: [
    [{ topK: 3 }, "config.searchType is required"],
    [{ searchType: "keyword", scoreThreshold: 2 }, "scoreThreshold must be between 0 and 1"],
    [7, "Invalid input: config must be object"],
  ],
});
