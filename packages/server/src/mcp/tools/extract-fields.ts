import type { Evidence, ExtractionResult } from "@headwater/spec";
import { bytesOf, maxAnswerBytes } from "../answer-size.ts";
import { schemaParts } from "../schema-parts.ts";
import type { Tool } from "../tool.ts";
import { bodyOf, failedResult, refused, textResult } from "../tool-result.ts";

export const extractFields: Tool = {
  name: "extract_fields",
  title: "Extract fields from documents",
  description:
    "Reads values from the named documents into JSON of a given schema, with the evidence for each value. A value that the documents lack is null. One of file_ids, file_names and tags is needed.",
  inputSchema: {
    type: "object",
    required: ["user_instruction", "output_schema"],
    properties: {
      user_instruction: { ...schemaParts.question, description: "What to extract, in natural language." },
      // An object whose properties are not known is refused by some providers of models.
      output_schema: {
        type: "string",
        description:
          'JSON Schema of the output as JSON text, such as {"type":"object","properties":{"total":{"type":"number"}}}',
      },
      file_ids: schemaParts.file_ids,
      file_names: schemaParts.file_names,
      tags: schemaParts.tags,
      thinking_level: schemaParts.thinking_level,
    },
  },
  needs: "read",
  async call({ output_schema, ...others }, { call, signal }) {
    const schema = typeof output_schema === "string" ? parsed(output_schema) : output_schema;
    if (schema === notJson) return refused("Invalid input: output_schema is not JSON");
    const body = { ...others, ...(schema !== undefined && { output_schema: schema }) };
    const reply = await call({ operationId: "runExtraction", body }, signal);
    return reply.status === 200 ? shown(bodyOf<ExtractionResult>(reply)) : failedResult(reply);
  },
};

const notJson = Symbol("not JSON");

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return notJson;
  }
}

/** Each value and each quote once. The evidence goes first where both do not fit. */
function shown({ structured_output, message, evidence = [] }: ExtractionResult) {
  const data = { structured_output, ...(message && { message }) };
  const whole = JSON.stringify({ ...data, evidence: evidence.map(evidenceOf) });
  if (bytesOf(whole) <= maxAnswerBytes) return textResult(whole);
  const alone = JSON.stringify({ ...data, evidence_left_out: evidence.length });
  if (bytesOf(alone) <= maxAnswerBytes) return textResult(alone);
  return refused(
    `The extracted data have ${bytesOf(alone)} bytes, and an answer holds ${maxAnswerBytes}. Name fewer fields or documents.`,
  );
}

const evidenceOf = ({ path, file_id, file_name, page_number, quote, verdict }: Evidence) => ({
  ...{ path, file_id, file_name, page_number, quote, verdict },
});
