import { limits } from "@headwater/spec";
import { outputSchemaOf } from "../output-schema.ts";
import { schemaParts } from "../schema-parts.ts";
import type { Tool } from "../tool.ts";
import { resultOf } from "../tool-result.ts";

const { min: minimum, max: maximum, default: defaultTopK } = limits.topK;

export const searchSources: Tool = {
  name: "search_sources",
  title: "Search the documents",
  description:
    "Finds the passages of the ingested documents that fit a query best, each with its file, page and score. Use it to read what the documents say; use ask_sources for a finished answer.",
  inputSchema: {
    type: "object",
    required: ["query"],
    properties: {
      query: { type: "string", maxLength: limits.maxQuestionLength, description: "What to look for." },
      top_k: { type: "integer", minimum, maximum, default: defaultTopK, description: "Passages at most." },
      file_ids: schemaParts.file_ids,
      file_names: schemaParts.file_names,
      tags: schemaParts.tags,
    },
  },
  outputSchema: outputSchemaOf("prebuiltRag"),
  writes: false,
  call: async (body, call, signal) => resultOf(await call({ operationId: "prebuiltRag", body }, signal)),
};
