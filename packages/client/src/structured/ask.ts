import type { Answer, AskRequest } from "@headwater/spec";
import type { SourcesClient } from "../sources-client.ts";
import { callInit } from "../transport/call-init.ts";
import { unwrap } from "../unwrap.ts";
import { jsonSchemaOf } from "./json-schema-of.ts";
import type { SchemaOptions } from "./schema-options.ts";
import { simplifySchema } from "./simplify-schema.ts";
import type { StandardSchemaV1 } from "./standard-schema.ts";
import { validateOutput } from "./validate-output.ts";

/** An answer whose `structured_output` has the type of a schema. */
export type StructuredAnswer<Output> = Omit<Answer, "structured_output"> & { structured_output: Output };

/**
 * Asks a question and types the answer with a schema.
 *
 * @example
 * const schema = z.object({ total: z.number().nullable() });
 * const { structured_output } = await ask(client, { question: "What is the total?" }, { schema });
 * @throws {SchemaNotSupportedError} before sending; {OutputInvalidError} when the answer does not fit the schema.
 */
export async function ask<Schema extends StandardSchemaV1>(
  client: SourcesClient,
  request: Omit<AskRequest, "output_schema">,
  options: SchemaOptions<Schema>,
): Promise<StructuredAnswer<StandardSchemaV1.InferOutput<Schema>>> {
  const output_schema = simplifySchema(jsonSchemaOf(options.schema, options.jsonSchema));
  const body = { ...request, output_schema };
  const answer = await unwrap(client.POST("/ask-sources", { body, ...callInit(options) }));
  return {
    ...answer,
    structured_output: await validateOutput(options.schema, answer.structured_output, answer.answer),
  };
}
