import { type Parameter, resolveRef, type Schema, type SpecDocument } from "./request-schema.ts";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Query parameters as clients really send them: arrays repeated or comma-joined, an empty value for an absent one.
 * Numbers and booleans stay text here; validation coerces them.
 */
export function normaliseQuery(
  document: SpecDocument,
  parameters: Parameter[],
  query: Record<string, string | string[] | undefined>,
): Record<string, unknown> {
  const normalised: Record<string, unknown> = {};
  for (const parameter of parameters) {
    if (parameter.in !== "query") continue;
    const sent = query[parameter.name];
    if (sent === undefined) continue;
    const values = Array.isArray(sent) ? sent : [sent];
    if (resolveRef<Schema>(document, parameter.schema).type === "array") {
      const items = values.flatMap((value) => value.split(",")).map((value) => value.trim());
      normalised[parameter.name] = items.filter((value) => value !== "");
      if (items.every((value) => value === "")) delete normalised[parameter.name];
    } else {
      const last = values.at(-1)?.trim();
      if (last !== undefined && last !== "") normalised[parameter.name] = last;
    }
  }
  return normalised;
}

/** Null in a JSON body means absent, for the properties the spec names; free-form objects are left alone. */
export function dropNulls(document: SpecDocument, schema: Schema, value: unknown): unknown {
  const { properties } = resolveRef<Schema>(document, schema);
  if (!properties || !isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, entry]) => entry !== null || !(key in properties))
      .map(([key, entry]) => [
        key,
        key in properties ? dropNulls(document, properties[key] ?? {}, entry) : entry,
      ]),
  );
}
