import { SchemaNotSupportedError } from "../errors/schema-not-supported-error.ts";
import { isSchemaObject, type JsonSchema } from "./json-schema.ts";
import { mergeAlternatives } from "./merge-alternatives.ts";

/** Keywords whose value is a schema, a list of schemas, or an object of schemas. */
const schemaKeywords = new Set(["items", "additionalProperties"]);
const namedSchemaKeywords = new Set(["properties"]);
/** Keywords that the service refuses and that have no other form. */
const refused = /^(?:not|contains|prefixItems|propertyNames|patternProperties)$/;

/** Keywords that may be beside `anyOf` and the like: they do not change which values are valid. */
const annotations = new Set([
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
  "$comment",
  "$id",
  "id",
]);

/**
 * Rewrites a JSON Schema into the form that `/ask-sources` accepts: no `anyOf`, `oneOf`, `allOf` or `$ref`, and unions
 * with null only. A value is valid for the result exactly when it is valid for the original.
 *
 * @throws {SchemaNotSupportedError} with the path of the first part that has no such form.
 */
export const simplifySchema = (schema: JsonSchema): JsonSchema =>
  simplify(schema, { path: "", root: schema, open: [] });

type Place = {
  path: string;
  root: JsonSchema;
  /** The references that are being resolved. They detect a schema that contains itself. */
  open: readonly string[];
};

function simplify(schema: JsonSchema, place: Place): JsonSchema {
  const { $schema, $defs, definitions, $ref, anyOf, oneOf, allOf, ...own } = schema;
  // A zod record requires that property names are strings. They always are, so drop this.
  if (JSON.stringify(own.propertyNames) === '{"type":"string"}') delete own.propertyNames;
  const combined = Object.entries({ $ref, anyOf, oneOf, allOf }).filter(([, value]) => value !== undefined);
  const [first, second] = combined;
  if (first) {
    const beside = second?.[0] ?? Object.keys(own).find((keyword) => !annotations.has(keyword));
    if (beside) throw new SchemaNotSupportedError(place.path, `${first[0]} and ${beside} cannot be combined`);
    return { ...resolve(first[0], first[1], place), ...own };
  }
  const types = Array.isArray(own.type) ? own.type.filter((type) => type !== "null") : [];
  if (types.length > 1)
    throw new SchemaNotSupportedError(
      place.path,
      `a union of ${types.join(" and ")}; only null may be added`,
    );
  return Object.fromEntries(
    Object.entries(own).map(([keyword, value]) => [keyword, simplifyKeyword(keyword, value, place)]),
  );
}

function simplifyKeyword(keyword: string, value: unknown, place: Place): unknown {
  const path = `${place.path}/${keyword}`;
  if (refused.test(keyword)) throw new SchemaNotSupportedError(place.path, `'${keyword}' is not supported`);
  if (namedSchemaKeywords.has(keyword) && isSchemaObject(value)) {
    const named = Object.entries(value).map(([name, each]) => [
      name,
      simplifyAny(each, { ...place, path: `${path}/${name.replace(/~/g, "~0").replace(/\//g, "~1")}` }),
    ]);
    return Object.fromEntries(named);
  }
  if (!schemaKeywords.has(keyword)) return value;
  return Array.isArray(value)
    ? value.map((each, index) => simplifyAny(each, { ...place, path: `${path}/${index}` }))
    : simplifyAny(value, { ...place, path });
}

/** `true` and `false` are schemas too. */
const simplifyAny = (schema: unknown, place: Place): unknown =>
  isSchemaObject(schema) ? simplify(schema, place) : schema;

/** Returns the one schema that a `$ref` or a list of schemas stands for. */
function resolve(keyword: string, value: unknown, place: Place): JsonSchema {
  const path = `${place.path}/${keyword}`;
  if (keyword === "$ref") {
    const $ref = String(value);
    return simplify(target($ref, { ...place, path }), { ...place, open: [...place.open, $ref] });
  }
  const each = Array.isArray(value)
    ? value.map((one, index) => simplifyAny(one, { ...place, path: `${path}/${index}` }))
    : [];
  if (keyword !== "allOf") return mergeAlternatives(each, path);
  const [only] = each;
  if (each.length > 1 || !isSchemaObject(only))
    throw new SchemaNotSupportedError(path, "parts cannot be combined; write one schema");
  return only;
}

/** Returns the target of a local reference. */
function target($ref: string, { path, root, open }: Place): JsonSchema {
  if (open.includes($ref) || $ref === "#")
    throw new SchemaNotSupportedError(path, "the schema contains itself");
  const names = $ref.replace(/^#\//, "").split("/");
  const found = names.reduce<unknown>(
    (at, name) =>
      isSchemaObject(at) ? at[decodeURIComponent(name).replace(/~1/g, "/").replace(/~0/g, "~")] : undefined,
    root,
  );
  if (!$ref.startsWith("#/") || !isSchemaObject(found))
    throw new SchemaNotSupportedError(path, `reference '${$ref}' leads nowhere within the schema`);
  return found;
}
