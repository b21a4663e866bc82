import { outputSchemaOf } from "../output-schema.ts";
import type { Tool } from "../tool.ts";
import { resultOf } from "../tool-result.ts";

export const buildStatus: Tool = {
  name: "build_status",
  title: "See how far an ingestion is",
  description:
    "Says how far the reading of an ingested document is: Pending, Processing, Completed or Processing failed, with its file_id. Ask again after some seconds until it is one of the last two.",
  inputSchema: {
    type: "object",
    required: ["build_id"],
    properties: { build_id: { type: "string", description: "From the answer of ingest_source." } },
  },
  outputSchema: outputSchemaOf("getBuild"),
  writes: false,
  call: async ({ build_id }, call, signal) =>
    resultOf(
      await call(
        {
          operationId: "getBuild",
          params: { build_id: String(build_id ?? "") },
          query: { suppress_elements: "true" },
        },
        signal,
      ),
    ),
};
