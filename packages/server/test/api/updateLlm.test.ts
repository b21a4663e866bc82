import { describeUpdate } from "../../testing/flows/describe-node-operations.ts";

describeUpdate("updateLlm", {
  type: "llm",
  label: "LLM",
  config: { temperature: 0 },
  next: { temperature: 2 },
  refused: [
    [{ temperature: -0.1 }, "temperature must be between 0 and 2"],
    [7, "Invalid input: config must be object"],
  ],
});
