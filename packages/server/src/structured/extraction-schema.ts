import { invalidSchema, unsupportedSchema } from "./errors.ts";
import { fillable, isObject, type JsonSchema, pointer, pointerKeys, typesOf } from "./json-schema.ts";
import { checkSchemaSize } from "./schema-limits.ts";
import { compileOutputSchema } from "./validate-output.ts";

const otherReferences = ["$dynamicRef", "$recursiveRef"];
/** Keywords whose values are data and not schemas. A `$ref` inside them refers to nothing. */
const data = new Set(["enum", "const", "default", "examples"]);
/** Keywords whose keys are property names and not keywords. */
const named = new Set(["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"]);
const maxReferences = 1_000;

/**
 * Checks the `output_schema` of `/run-extraction` (contract: JSON Schema of the output, an object). Returns it with its
 * local references (`#/$defs/…`) resolved. Throws a 400 that names the path when it is not a schema, refers to itself
 * or to another document, does not describe an object, or is too large.
 */
export function checkExtractionSchema(schema: JsonSchema): JsonSchema {
  checkSchemaSize(schema);
  const resolved = withReferences(schema);
  checkSchemaSize(resolved);
  if (!typesOf(fillable(resolved)).includes("object")) {
    throw unsupportedSchema("a type other than object", "");
  }
  compileOutputSchema(resolved);
  return resolved;
}

function withReferences(root: JsonSchema): JsonSchema {
  let references = 0;

  const resolve = (value: unknown, path: string, within: string[]): unknown => {
    if (Array.isArray(value))
      return value.map((inner, index) => resolve(inner, pointer(path, index), within));
    if (!isObject(value)) return value;
    for (const keyword of otherReferences)
      if (keyword in value) throw unsupportedSchema(`'${keyword}'`, path);
    const { $ref, $defs: _defs, definitions: _definitions, ...own } = value;
    const siblings = entries(own, path, within);
    if ($ref === undefined) return siblings;
    references += 1;
    if (references > maxReferences) throw unsupportedSchema(`more than ${maxReferences} references`, path);
    return { ...(referred($ref, path, within) as JsonSchema), ...siblings };
  };

  const entries = (schema: JsonSchema, path: string, within: string[]): JsonSchema =>
    Object.fromEntries(
      Object.entries(schema).map(([key, inner]) => {
        if (data.has(key)) return [key, inner];
        const here = pointer(path, key);
        return [
          key,
          named.has(key) && isObject(inner) ? names(inner, here, within) : resolve(inner, here, within),
        ];
      }),
    );

  const names = (properties: JsonSchema, path: string, within: string[]): JsonSchema =>
    Object.fromEntries(
      Object.entries(properties).map(([name, inner]) => [name, resolve(inner, pointer(path, name), within)]),
    );

  const referred = (reference: unknown, path: string, within: string[]): unknown => {
    if (typeof reference !== "string") throw invalidSchema("'$ref' must be a string", path);
    if (reference !== "#" && !reference.startsWith("#/")) {
      throw unsupportedSchema(`'$ref' to elsewhere (${JSON.stringify(reference)})`, path);
    }
    if (within.includes(reference)) throw unsupportedSchema("'$ref' to itself, which has no end,", path);
    const target = follow(root, reference, path);
    if (target === true) return {};
    if (!isObject(target))
      throw invalidSchema(`'$ref' to what is no schema (${JSON.stringify(reference)})`, path);
    return resolve(target, reference.slice(1), [...within, reference]);
  };

  return resolve(root, "", ["#"]) as JsonSchema;
}

function follow(root: JsonSchema, reference: string, path: string): unknown {
  let target: unknown = root;
  for (const key of pointerKeys(safeDecode(reference.slice(1), path))) {
    target =
      (isObject(target) || Array.isArray(target)) && Object.hasOwn(target, key)
        ? (target as JsonSchema)[key]
        : undefined;
    if (target === undefined) throw invalidSchema(`'$ref' to nothing (${JSON.stringify(reference)})`, path);
  }
  return target;
}

function safeDecode(fragment: string, path: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch (error) {
    if (error instanceof URIError) throw invalidSchema(`'$ref' with a broken escape`, path);
    throw error;
  }
}
