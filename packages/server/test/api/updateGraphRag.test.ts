import { describeUpdate } from "../../testing/flows/describe-node-operations.ts";

describeUpdate("updateGraphRag", {
  type: "graph-rag",
  label: "Graph RAG",
  config: { topK: 5 },
  next: { topK: null, entitiesBy: "model", maxModelCalls: 7 },
  refused: [
    [{ topK: 0 }, "topK must be a positive integer or null"],
    [{ entitiesBy: "magic" }, "entitiesBy must be one of rules, model"],
    [{ maxModelCalls: 0 }, "maxModelCalls must be a positive integer"],
    [7, "Invalid input: config must be object"],
  ],
});
