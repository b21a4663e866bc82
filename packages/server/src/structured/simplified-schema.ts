import { unsupportedSchemaKeywords } from "@headwater/spec";
import { invalidSchema, unsupportedSchema } from "./errors.ts";
import { isObject, type JsonSchema, pointer } from "./json-schema.ts";
import { checkSchemaSize } from "./schema-limits.ts";
import { compileOutputSchema } from "./validate-output.ts";

const types = ["string", "number", "integer", "boolean", "object", "array", "null"];

const unsupported: ReadonlySet<string> = new Set(Object.values(unsupportedSchemaKeywords).flat());

/**
 * Checks the `output_schema` of `/ask-sources` (contract: simplified JSON Schema; unions only with null, as
 * `type: ["string", "null"]`). Throws a 400 that names the first offending path.
 */
export function checkSimplifiedSchema(schema: JsonSchema): void {
  checkSchemaSize(schema);
  checkNode(schema, "");
  compileOutputSchema(schema);
}

function checkNode(schema: unknown, path: string): void {
  if (!isObject(schema)) throw invalidSchema("a schema must be an object", path);
  for (const keyword of Object.keys(schema)) {
    if (unsupported.has(keyword)) throw unsupportedSchema(`'${keyword}'`, path);
  }
  checkType(schema.type, path);
  if (Array.isArray(schema.items)) throw unsupportedSchema("'items' as a list", path);
  if (schema.items !== undefined) checkNode(schema.items, pointer(path, "items"));
  const { properties, additionalProperties } = schema;
  if (isObject(additionalProperties)) checkNode(additionalProperties, pointer(path, "additionalProperties"));
  if (properties === undefined) return;
  if (!isObject(properties)) throw invalidSchema("'properties' must be an object", path);
  for (const [name, property] of Object.entries(properties)) {
    checkNode(property, pointer(path, "properties", name));
  }
}

function checkType(type: unknown, path: string): void {
  if (type === undefined) return;
  const named = Array.isArray(type) ? type : [type];
  for (const name of named) {
    if (!types.includes(name as string)) {
      throw invalidSchema(`${JSON.stringify(name)} is not a type (one of ${types.join(", ")})`, path);
    }
  }
  if (named.filter((name) => name !== "null").length > 1) {
    throw unsupportedSchema("a union of types other than with null", path);
  }
}
