import { valueDoesNotFit, valueNotFound } from "./errors.ts";
import { isObject, type JsonSchema, pointer, pointerKeys } from "./json-schema.ts";
import { type LeftOutItem, resolveAbsent } from "./resolve-absent.ts";
import { compileOutputSchema, type OutputError } from "./validate-output.ts";

/** Maximum rounds. Each round removes at least one value; a schema that needs more rounds contradicts itself. */
const maxRounds = 100;

export type Fitted = { value: unknown; leftOut: LeftOutItem[] };

/**
 * Makes a draft valid against its schema. A value that was not found is expressed as the schema allows (see
 * resolveAbsent). A value that does not fit counts as not found. Throws a 400 that names the path when the schema
 * allows no way to express this. `leftOut` has the list items that could not be kept.
 */
export function fitToSchema(schema: JsonSchema, draft: unknown): Fitted {
  const validate = compileOutputSchema(schema);
  const cleared = new Set<string>();
  let current = structuredClone(draft);
  const leftOut: LeftOutItem[] = [];
  let last: OutputError | undefined;
  for (let round = 0; round < maxRounds; round += 1) {
    const resolved = resolveAbsent(schema, current);
    leftOut.push(...resolved.leftOut);
    const [missing] = resolved.missing;
    if (missing !== undefined) throw last ? doesNotFit(last) : valueNotFound(missing === "" ? "/" : missing);
    const errors = validate(resolved.value);
    if (errors.length === 0) return { value: resolved.value, leftOut };
    current = resolved.value;
    last = errors[0];
    for (const error of errors) current = withoutOffender(current, error, cleared);
  }
  throw last ? doesNotFit(last) : valueNotFound("/");
}

const doesNotFit = (error: OutputError) => valueDoesNotFit(error.instancePath, error.message);

/** Removes the value that an error points at. When that value was removed before, removes the value around it. */
function withoutOffender(value: unknown, error: OutputError, cleared: Set<string>): unknown {
  const extra = extraProperty(error);
  let keys = pointerKeys(extra ?? error.instancePath);
  while (cleared.has(trace(value, keys))) {
    if (keys.length === 0) throw doesNotFit(error);
    keys = keys.slice(0, -1);
  }
  cleared.add(trace(value, keys));
  return clear(value, keys, extra !== undefined);
}

/** A place together with its value. When a list closes a gap, the same place may hold another value. */
function trace(value: unknown, keys: string[]): string {
  const found = keys.reduce<unknown>(
    (inner, key) => (typeof inner === "object" && inner !== null ? (inner as JsonSchema)[key] : undefined),
    value,
  );
  return `${pointer("", ...keys)} ${JSON.stringify(found)}`;
}

function extraProperty({ instancePath, keyword, params }: OutputError): string | undefined {
  const name: unknown = params.additionalProperty ?? params.unevaluatedProperty;
  if (keyword !== "additionalProperties" && keyword !== "unevaluatedProperties") return undefined;
  return typeof name === "string" ? pointer(instancePath, name) : undefined;
}

function clear(value: unknown, keys: string[], remove: boolean): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return null;
  if (Array.isArray(value)) {
    return value.map((item, index) => (String(index) === key ? clear(item, rest, remove) : item));
  }
  if (!isObject(value) || !Object.hasOwn(value, key)) return value;
  if (rest.length === 0 && remove) {
    return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === key ? clear(inner, rest, remove) : inner]),
  );
}
