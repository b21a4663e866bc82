import type { ExtractionRequest, ExtractionResult } from "@headwater/spec";
import { isSchemaNotSupportedError } from "../errors/guards.ts";
import type { SourcesClient } from "../sources-client.ts";
import { callInit } from "../transport/call-init.ts";
import { unwrap } from "../unwrap.ts";
import type { JsonSchema } from "./json-schema.ts";
import { jsonSchemaOf } from "./json-schema-of.ts";
import type { SchemaOptions } from "./schema-options.ts";
import { simplifySchema } from "./simplify-schema.ts";
import type { StandardSchemaV1 } from "./standard-schema.ts";
import { validateOutput } from "./validate-output.ts";

/** What was extracted, with the type of the schema. */
export type Extraction<Output> = Omit<ExtractionResult, "structured_output"> & { structured_output: Output };

/**
 * Extracts data from documents and types it with a schema.
 *
 * @example
 * const schema = z.object({ parties: z.array(z.string()) });
 * const request = { file_ids: [fileId], user_instruction: "Who are the parties?" };
 * const { structured_output } = await extract(client, request, { schema });
 * @throws {OutputInvalidError} when the data does not fit the schema.
 */
export async function extract<Schema extends StandardSchemaV1>(
  client: SourcesClient,
  request: Omit<ExtractionRequest, "output_schema">,
  options: SchemaOptions<Schema>,
): Promise<Extraction<StandardSchemaV1.InferOutput<Schema>>> {
  const body = { ...request, output_schema: simplestForm(jsonSchemaOf(options.schema, options.jsonSchema)) };
  const result = await unwrap(client.POST("/run-extraction", { body, ...callInit(options) }));
  return { ...result, structured_output: await validateOutput(options.schema, result.structured_output) };
}

/** `/extract` accepts any JSON Schema. Send a schema as it is when it has no simpler form. */
function simplestForm(schema: JsonSchema): JsonSchema {
  try {
    return simplifySchema(schema);
  } catch (error) {
    if (isSchemaNotSupportedError(error)) return schema;
    throw error;
  }
}
