import { describeUpdate } from "../../testing/flows/describe-node-operations.ts";

describeUpdate("updateChunking", {
  type: "chunking",
  label: "Chunking",
  config: { chunkingSplitter: "title" },
  next: { chunkingSplitter: "token", chunkSize: 200, chunkOverlap: 20 },
  refused: [
    [{}, "config.chunkingSplitter is required"],
    [{ chunkingSplitter: "token", chunkSize: 0 }, "chunkSize must be between 1 and 1000000"],
    [7, "Invalid input: config must be object"],
  ],
});
