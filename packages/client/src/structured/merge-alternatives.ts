import { SchemaNotSupportedError } from "../errors/schema-not-supported-error.ts";
import { isSchemaObject, type JsonSchema } from "./json-schema.ts";

/**
 * Merges `anyOf`/`oneOf` into one schema: an alternative with null becomes a nullable type, literals become one `enum`.
 *
 * @throws {SchemaNotSupportedError} when more than one alternative remains.
 */
export function mergeAlternatives(alternatives: readonly unknown[], path: string): JsonSchema {
  const others = alternatives.filter((each) => !isNull(each));
  const nullable = others.length < alternatives.length;
  const merged = others.length > 1 ? mergeLiterals(others) : (others[0] ?? { type: "null" });
  if (!isSchemaObject(merged))
    throw new SchemaNotSupportedError(path, "alternatives; only null may be added to a type");
  return nullable && others.length > 0 ? withNull(merged) : merged;
}

const isNull = (schema: unknown): boolean =>
  isSchemaObject(schema) && (schema.type === "null" || schema.const === null);

/** Undefined when some alternative is not a plain value, or has another type. */
function mergeLiterals(alternatives: readonly unknown[]): JsonSchema | undefined {
  const values: unknown[] = [];
  for (const each of alternatives) {
    if (
      !isSchemaObject(each) ||
      !Object.keys(each).every((key) => ["type", "const", "enum", "description", "title"].includes(key))
    )
      return;
    if (Array.isArray(each.enum)) values.push(...each.enum);
    else if ("const" in each) values.push(each.const);
    else return;
  }
  const types = new Set(values.filter((value) => value !== null).map((value) => typeof value));
  const [type] = types;
  if (types.size > 1 || type === "object") return;
  const distinct = [...new Set(values)];
  return { ...(type && { type: distinct.includes(null) ? [type, "null"] : type }), enum: distinct };
}

function withNull({ const: value, ...schema }: JsonSchema): JsonSchema {
  const values = value !== undefined ? [value] : schema.enum;
  const types = schema.type === undefined ? [] : [schema.type].flat();
  return {
    ...schema,
    ...(types.length > 0 && { type: [...new Set([...types, "null"])] }),
    ...(Array.isArray(values) && { enum: [...new Set([...values, null])] }),
  };
}
