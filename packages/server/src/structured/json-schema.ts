/** A JSON Schema as received: an object whose keywords are examined one by one. */
export type JsonSchema = Record<string, unknown>;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The types that a schema names or that its keywords imply. Empty when anything is allowed. */
export function typesOf(schema: JsonSchema): string[] {
  const { type } = schema;
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return type.filter((name) => typeof name === "string");
  if (isObject(schema.properties)) return ["object"];
  if (isObject(schema.items)) return ["array"];
  return [];
}

const branchesOf = (schema: JsonSchema): JsonSchema[] =>
  [schema.anyOf, schema.oneOf].filter(Array.isArray).flat().filter(isObject);

/** Whether null is a value of the schema, judged by its types, enumeration and alternatives. */
export function allowsNull(schema: JsonSchema): boolean {
  if ("const" in schema) return schema.const === null;
  if (Array.isArray(schema.enum) && !schema.enum.includes(null)) return false;
  const types = typesOf(schema);
  if (types.length > 0 && !types.includes("null")) return false;
  const branches = branchesOf(schema);
  if (branches.length > 0 && !branches.some(allowsNull)) return false;
  const all = Array.isArray(schema.allOf) ? schema.allOf.filter(isObject) : [];
  return all.every(allowsNull);
}

/**
 * The schema to fill a value by. `allOf` is merged in, and of alternatives the first that is not null is used.
 * Everything left out here still counts when the value is validated.
 */
export function fillable(schema: JsonSchema): JsonSchema {
  const all = Array.isArray(schema.allOf) ? schema.allOf.filter(isObject).map(fillable) : [];
  const branch = branchesOf(schema).find((candidate) => !isNullOnly(candidate));
  if (all.length === 0 && !branch) return schema;
  return [...all, ...(branch ? [fillable(branch)] : [])].reduce(merge, schema);
}

function isNullOnly(schema: JsonSchema): boolean {
  const types = typesOf(schema);
  return schema.const === null || (types.length > 0 && types.every((type) => type === "null"));
}

function merge(into: JsonSchema, from: JsonSchema): JsonSchema {
  const properties = { ...propertiesOf(into), ...propertiesOf(from) };
  const required = [...requiredOf(into), ...requiredOf(from)];
  return {
    ...from,
    ...into,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

/** The subschemas of an object's properties; `true` counts as a schema that allows anything. */
export function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  const { properties } = schema;
  if (!isObject(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) =>
      isObject(property) ? [[name, property]] : property === true ? [[name, {}]] : [],
    ),
  );
}

export const requiredOf = (schema: JsonSchema): string[] =>
  Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === "string") : [];

/** The subschema of an array's items; `{}` when the schema does not say. */
export const itemsOf = (schema: JsonSchema): JsonSchema => (isObject(schema.items) ? schema.items : {});

/** Appends to a JSON pointer (RFC 6901). */
export const pointer = (parent: string, ...keys: (string | number)[]): string =>
  keys.reduce<string>(
    (path, key) => `${path}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`,
    parent,
  );

/** The keys of a JSON pointer (RFC 6901). */
export const pointerKeys = (path: string): string[] =>
  path
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
