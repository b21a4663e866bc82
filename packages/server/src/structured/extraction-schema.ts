import { invalidSchema, unsupportedSchema } from "./errors.ts";
import {
  allowsNull,
  fillable,
  isObject,
  type JsonSchema,
  pointer,
  pointerKeys,
  requiredOf,
  typesOf,
} from "./json-schema.ts";
import { checkSchemaSize } from "./schema-limits.ts";
import { compileOutputSchema } from "./validate-output.ts";

const otherReferences = ["$dynamicRef", "$recursiveRef"];
/** Keywords whose values are data and not schemas. A `$ref` inside them refers to nothing. */
const data = new Set(["enum", "const", "default", "examples"]);
/** Keywords whose keys are property names and not keywords. */
const named = new Set(["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"]);
const maxReferences = 1_000;
/** How many levels of what refers to itself are filled, after the first. */
const maxRecursion = 2;

/**
 * Checks the `output_schema` of `/run-extraction` (contract: JSON Schema of the output, an object). Returns it with its
 * local references (`#/$defs/…`) resolved. What refers to itself is filled to a limited depth; deeper, only "nothing"
 * fits. Throws a 400 that names the path when it is not a schema, refers to itself without an end or to another
 * document, does not describe an object, or is too large.
 */
export function checkExtractionSchema(schema: JsonSchema): JsonSchema {
  checkSchemaSize(schema);
  const resolved = withReferences(schema);
  checkSchemaSize(resolved);
  if (!typesOf(fillable(resolved)).includes("object")) {
    throw unsupportedSchema("a type other than object", "");
  }
  const endless = endlessPath(resolved, "");
  if (endless !== null) throw unsupportedSchema("'$ref' to itself, which has no end,", firstRound(endless));
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
    const target = referred($ref, path, within);
    return isObject(target) ? { ...target, ...siblings } : target;
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
    // Nothing fits `false`: at this depth the property is left out, the list is empty, or the value is null.
    if (within.filter((outer) => outer === reference).length > maxRecursion) return false;
    const target = follow(root, reference, path);
    if (target === true) return {};
    if (!isObject(target))
      throw invalidSchema(`'$ref' to what is not a schema (${JSON.stringify(reference)})`, path);
    return resolve(target, reference.slice(1), [...within, reference]);
  };

  return resolve(root, "", ["#"]) as JsonSchema;
}

/** The path of a required value that no value fits; null when the schema can be filled. */
function endlessPath(schema: unknown, path: string): string | null {
  if (schema === false) return path;
  if (!isObject(schema) || allowsNull(schema)) return null;
  const branches = [schema.anyOf, schema.oneOf].filter(Array.isArray);
  for (const alternatives of branches) {
    const found = alternatives.map((branch, index) => endlessPath(branch, pointer(path, "anyOf", index)));
    if (found.length > 0 && found.every((each) => each !== null)) return found[0] ?? null;
  }
  if (Array.isArray(schema.allOf)) {
    for (const [index, part] of schema.allOf.entries()) {
      const found = endlessPath(part, pointer(path, "allOf", index));
      if (found !== null) return found;
    }
  }
  if (Number(schema.minItems) > 0 && "items" in schema) {
    const found = endlessPath(schema.items, pointer(path, "items"));
    if (found !== null) return found;
  }
  const properties = isObject(schema.properties) ? schema.properties : {};
  for (const name of requiredOf(schema)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const found = endlessPath(property, pointer(path, "properties", name));
    if (found !== null) return found;
  }
  return null;
}

/** "/properties/child" of "/properties/child/properties/child": the path that the caller wrote. */
const firstRound = (path: string): string => path.replace(/(.+?)\1+$/, "$1");

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
