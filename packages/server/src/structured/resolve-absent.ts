import {
  allowsNull,
  fillable,
  isObject,
  itemsOf,
  type JsonSchema,
  pointer,
  propertiesOf,
  requiredOf,
  typesOf,
} from "./json-schema.ts";

/** A list item that was left out, because a value that the schema requires was not found. */
export type LeftOutItem = {
  /** JSON pointer of the list. */
  list: string;
  item: unknown;
  /** The names of the values that it lacks, as JSON pointers into the item. */
  lacks: string[];
};

/**
 * A value in which everything absent is expressed as the schema allows. `missing` holds JSON pointers to the places
 * where that is impossible.
 */
export type Resolved = { value: unknown; missing: string[]; leftOut: LeftOutItem[] };

/** Stands for "leave it out". */
const absent = Symbol("absent");

type Part = { value: unknown | typeof absent; missing: string[] };

/**
 * Expresses "not found" for each null or absent value in the first way the schema allows: null, a constant, an empty
 * list, an object of such values, the schema's default, or leaving out an optional property. Keys of the schema are
 * filled in its order; other keys stay. List items that lack a required value are left out as long as one item is
 * complete.
 */
export function resolveAbsent(schema: JsonSchema, value: unknown): Resolved {
  const leftOut: LeftOutItem[] = [];
  const resolved = resolve(schema, value, "", leftOut);
  return resolved.value === absent
    ? { value: null, missing: resolved.missing.length > 0 ? resolved.missing : [""], leftOut }
    : { value: resolved.value, missing: resolved.missing, leftOut };
}

function resolve(schema: JsonSchema, value: unknown, path: string, leftOut: LeftOutItem[]): Part {
  const shape = fillable(schema, value);
  if (value === null || value === undefined) return resolveNothing(schema, shape, path, leftOut);
  if (isObject(value)) return resolveObject(shape, value, path, leftOut);
  if (Array.isArray(value)) return resolveList(shape, value, path, leftOut);
  return { value, missing: [] };
}

function resolveNothing(schema: JsonSchema, shape: JsonSchema, path: string, leftOut: LeftOutItem[]): Part {
  if ("const" in shape) return { value: shape.const, missing: [] };
  if (allowsNull(schema)) return { value: null, missing: [] };
  const types = typesOf(shape);
  if (types.includes("array") && !(Number(shape.minItems) > 0)) return { value: [], missing: [] };
  if (types.includes("object")) {
    const empty = resolveObject(shape, {}, path, leftOut);
    if (empty.missing.length === 0) return empty;
    return "default" in shape ? { value: shape.default, missing: [] } : { ...empty, value: absent };
  }
  if ("default" in shape) return { value: shape.default, missing: [] };
  return { value: absent, missing: [] };
}

function resolveObject(
  shape: JsonSchema,
  value: Record<string, unknown>,
  path: string,
  leftOut: LeftOutItem[],
): Part {
  const required = new Set(requiredOf(shape));
  const properties = propertiesOf(shape);
  const entries: [string, unknown][] = [];
  const missing: string[] = [];
  for (const [name, property] of Object.entries(properties)) {
    const found = Object.hasOwn(value, name) ? value[name] : undefined;
    const here = pointer(path, name);
    const part = resolve(property, found, here, leftOut);
    if (part.value !== absent && part.missing.length === 0) entries.push([name, part.value]);
    else if (required.has(name)) missing.push(...(part.missing.length > 0 ? part.missing : [here]));
  }
  for (const name of required)
    if (!Object.hasOwn(properties, name) && !Object.hasOwn(value, name)) missing.push(pointer(path, name));
  for (const [name, found] of Object.entries(value))
    if (!Object.hasOwn(properties, name)) entries.push([name, found]);
  return { value: Object.fromEntries(entries), missing };
}

function resolveList(shape: JsonSchema, items: unknown[], path: string, leftOut: LeftOutItem[]): Part {
  const parts = items.map((item, index) => resolve(itemsOf(shape), item, pointer(path, index), leftOut));
  const isWhole = (part: Part): boolean => part.value !== absent && part.missing.length === 0;
  const whole = parts.filter(isWhole);
  for (const [index, part] of parts.entries()) {
    const here = pointer(path, index);
    const lacks = part.missing.map((each) => each.slice(here.length));
    if (!isWhole(part)) leftOut.push({ list: path, item: items[index], lacks });
  }
  const missing = whole.length > 0 ? [] : parts.flatMap((part) => part.missing).slice(0, 1);
  const values = whole.map((part) => part.value);
  const distinct = shape.uniqueItems === true ? distinctValues(values) : values;
  const maxItems = shape.maxItems;
  return { value: typeof maxItems === "number" ? distinct.slice(0, maxItems) : distinct, missing };
}

const distinctValues = (values: unknown[]): unknown[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];
