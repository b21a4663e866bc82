import { SchemaNotSupportedError } from "../errors/schema-not-supported-error.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { StandardSchemaV1 } from "./standard-schema.ts";

/**
 * Returns the JSON Schema of the input of a schema. The service fills that input; the defaults and transforms of the
 * schema run afterwards.
 *
 * @throws {SchemaNotSupportedError} when it is not a Standard Schema, when the library offers no JSON Schema, or when
 *   JSON Schema cannot express it.
 */
export function jsonSchemaOf(schema: StandardSchemaV1, given?: JsonSchema): JsonSchema {
  if (given) return given;
  // JavaScript callers and casts can pass any value.
  const standard = (schema as StandardSchemaV1 | undefined)?.["~standard"];
  if (!standard) {
    const reason = "this is not a schema of zod, valibot or arktype; a JSON Schema goes into `output_schema`";
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
