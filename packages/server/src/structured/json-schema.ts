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
 * The schema to fill a value by, or that a value was filled by. `allOf` is merged in. Of alternatives the one that
 * suits the value is used; without a value the first that is not null. Everything left out here still counts when the
 * value is validated.
 */
export function fillable(schema: JsonSchema, value?: unknown): JsonSchema {
  const all = Array.isArray(schema.allOf)
    ? schema.allOf.filter(isObject).map((part) => fillable(part, value))
    : [];
  const branch = branchFor(schema, value);
  if (all.length === 0 && !branch) return schema;
  return [...all, ...(branch ? [fillable(branch, value)] : [])].reduce(merge, schema);
}

/** The alternatives that a value may be filled by, in order. Empty when the schema has none. */
export const alternativesOf = (schema: JsonSchema): JsonSchema[] =>
  branchesOf(schema).filter((branch) => !isNullOnly(branch));

function branchFor(schema: JsonSchema, value: unknown): JsonSchema | undefined {
  const branches = alternativesOf(schema);
  const [first] = branches;
  if (branches.length < 2 || value === null || value === undefined) return first;
  const fits = branches.map((branch) => suitability(branch, value));
  return branches[fits.indexOf(Math.max(...fits))];
}

/** How well a value suits a schema: its type, then the properties that it has, then constants that say otherwise. */
function suitability(schema: JsonSchema, value: unknown): number {
  const shape = fillable(schema, value);
  if ("const" in shape && shape.const !== value) return -1_000;
  const types = typesOf(shape);
  const type = Array.isArray(value) ? "array" : typeof value;
  const typed =
    types.length === 0 || types.includes(type) || (type === "number" && types.includes("integer"));
  if (!typed) return -100;
  if (!isObject(value)) return 0;
  const properties = propertiesOf(shape);
  const known = Object.entries(value).map(([name, inner]) => {
    if (!Object.hasOwn(properties, name)) return inner === null ? 0 : -1;
    const property = properties[name] ?? {};
    if ("const" in property) return property.const === inner ? 2 : -50;
    return inner === null ? 0 : 1;
  });
  return known.reduce<number>((sum, each) => sum + each, 0);
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
