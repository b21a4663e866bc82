import { sentName, spellingNotice } from "@headwater/spec";
import { resolveRef, type Schema, type SpecDocument } from "./request-schema.ts";

export type ReadBodyFields = { value: unknown; notices: string[] };

/** `topK` may be null, which means unlimited; left out it has its default. */
const takesNull = (document: SpecDocument, property: Schema): boolean =>
  [resolveRef<Schema>(document, property).type].flat().includes("null");

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Reads a JSON body under the contract's names. For the properties that the spec names, known spellings are translated
 * and null means absent, unless it is a value of the field. Everything else, and all of a free-form object, stays as sent.
 */
export function readBodyFields(document: SpecDocument, schema: Schema, sent: unknown): ReadBodyFields {
  const notices: string[] = [];
  return { value: read(schema, sent), notices };

  function read(node: Schema, value: unknown): unknown {
    const { properties } = resolveRef<Schema>(document, node);
    if (!properties || !isObject(value)) return value;
    const entries = new Map(Object.entries(value));
    for (const [field, property] of Object.entries(properties)) {
      const name = sentName(field, (candidate) => (entries.get(candidate) ?? null) !== null);
      if (name === undefined) {
        if (!takesNull(document, property)) entries.delete(field);
        continue;
      }
      entries.set(field, read(property, entries.get(name)));
      if (name !== field) notices.push(spellingNotice(field, name));
    }
    return Object.fromEntries(entries);
  }
}
