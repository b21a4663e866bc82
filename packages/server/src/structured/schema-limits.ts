import { schemaTooLarge } from "./errors.ts";
import { isObject } from "./json-schema.ts";

export const schemaLimits = {
  /** Maximum nesting of objects and arrays in the JSON. A property takes two levels. */
  depth: 64,
  /** Maximum objects and arrays in the JSON after references are resolved. */
  nodes: 5_000,
  /** Maximum characters of the schema as JSON. */
  characters: 256 * 1024,
  patternLength: 500,
} as const;

/** Throws a 400 when a schema is too deep, too wide or too long. */
export function checkSchemaSize(schema: unknown): void {
  let nodes = 0;
  const walk = (value: unknown, depth: number): void => {
    if (typeof value !== "object" || value === null) return;
    nodes += 1;
    if (depth > schemaLimits.depth) throw schemaTooLarge(`more than ${schemaLimits.depth} levels`);
    if (nodes > schemaLimits.nodes) throw schemaTooLarge(`more than ${schemaLimits.nodes} objects and lists`);
    for (const inner of isObject(value) ? Object.values(value) : (value as unknown[])) walk(inner, depth + 1);
  };
  walk(schema, 1);
  if (JSON.stringify(schema).length > schemaLimits.characters) {
    throw schemaTooLarge(`more than ${schemaLimits.characters} characters`);
  }
}
