import { describeUpdate } from "../../testing/flows/describe-node-operations.ts";

describeUpdate("updateRaptorRag", {
  type: "raptor-rag",
  label: "RAPTOR RAG",
  config: { topK: 5 },
  next: { topK: null, max_level: 8 },
  refused: [
    [{ topK: 101 }, "topK must be between 1 and 100 or null"],
    [{ max_level: 1 }, "max_level must be between 2 and 8"],
    [7, "Invalid input: config must be object"],
  ],
});
