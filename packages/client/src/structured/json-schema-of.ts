import { SchemaNotSupportedError } from "../errors/schema-not-supported-error.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { StandardSchemaV1 } from "./standard-schema.ts";

/**
 * The JSON Schema of what a schema takes in: the service fills it before the schema's defaults and transforms run.
 *
 * @throws {SchemaNotSupportedError} when it is no Standard Schema, when the library offers none, or cannot express this schema.
 */
export function jsonSchemaOf(schema: StandardSchemaV1, given?: JsonSchema): JsonSchema {
  if (given) return given;
  // Of JavaScript, or of a cast, anything may come.
  const standard = (schema as StandardSchemaV1 | undefined)?.["~standard"];
  if (!standard) {
    const reason = "this is no schema of zod, valibot or arktype; a JSON Schema goes into `output_schema`";
    throw new SchemaNotSupportedError("", reason);
  }
  const { vendor, jsonSchema } = standard;
  if (!jsonSchema) {
    const reason = `schemas of this ${vendor} carry no JSON Schema (zod does from 4.2 on); pass one as \`jsonSchema\``;
    throw new SchemaNotSupportedError("", reason);
  }
  try {
    return jsonSchema.input({ target: "draft-2020-12" });
  } catch (cause) {
    throw new SchemaNotSupportedError("", cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
