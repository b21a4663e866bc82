import { limits } from "@headwater/spec";
import { outputSchemaOf } from "../output-schema.ts";
import { schemaParts } from "../schema-parts.ts";
import type { Tool } from "../tool.ts";
import { resultOf } from "../tool-result.ts";

export const extractFields: Tool = {
  name: "extract_fields",
  title: "Extract fields from documents",
  description:
    "Reads values from the named documents into JSON of a given schema, with the evidence for each value. A value that the documents lack is null.",
  inputSchema: {
    type: "object",
    description: "One of file_ids, file_names and tags is needed.",
    required: ["user_instruction", "output_schema"],
    properties: {
      user_instruction: {
        type: "string",
        maxLength: limits.maxQuestionLength,
        description: "What to extract, in natural language.",
      },
      output_schema: { type: "object", description: "JSON Schema of the output." },
      file_ids: schemaParts.file_ids,
      file_names: schemaParts.file_names,
      tags: schemaParts.tags,
      thinking_level: schemaParts.thinking_level,
    },
  },
  outputSchema: outputSchemaOf("runExtraction"),
  writes: false,
  call: async (body, call, signal) => resultOf(await call({ operationId: "runExtraction", body }, signal)),
};
