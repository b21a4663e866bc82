import type { OperationId } from "@headwater/spec";
import flowsSpec from "@headwater/spec/flows.json" with { type: "json" };
import sourcesSpec from "@headwater/spec/sources.json" with { type: "json" };
import type { Tool } from "./tool.ts";

export type OutputSchema = NonNullable<Tool["outputSchema"]>;
type Schema = Record<string, unknown>;
type Operation = {
  operationId?: string;
  responses?: { "200"?: { content?: { "application/json"?: { schema?: Schema } } } };
};

const pointer = "#/components/schemas/";

/** What an operation answers, by its own description, as one schema that needs no other document. */
export function outputSchemaOf(operationId: OperationId): OutputSchema {
  for (const { paths, components } of [sourcesSpec, flowsSpec])
    for (const path of Object.values(paths) as Record<string, Operation>[])
      for (const operation of Object.values(path)) {
        if (operation.operationId !== operationId) continue;
        const schema = operation.responses?.["200"]?.content?.["application/json"]?.schema;
        if (schema) return selfContained(schema, components.schemas);
      }
  throw new Error(`The spec does not say what ${operationId} answers`);
}

/** The same of a list, which has to stand in an object. */
export function listSchemaOf(operationId: OperationId, name: string): OutputSchema {
  const { $defs, ...list } = outputSchemaOf(operationId);
  return {
    type: "object",
    required: [name, "total"],
    properties: { [name]: list, total: { type: "integer", minimum: 0, description: "How many there are." } },
    ...($defs ? { $defs } : {}),
  };
}

/** Clients may refuse keywords that JSON Schema does not have. */
const isOurs = (keyword: string): boolean => keyword.startsWith("x-") || keyword === "example";

function selfContained(schema: Schema, schemas: Record<string, unknown>): OutputSchema {
  const $defs: Record<string, unknown> = {};
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).filter(([keyword]) => !isOurs(keyword));
    return Object.fromEntries(
      entries.map(([keyword, each]) => {
        if (keyword !== "$ref" || typeof each !== "string") return [keyword, copy(each)];
        const name = each.slice(pointer.length);
        if (!(name in $defs)) {
          // Set first, so that a schema that refers to itself ends.
          $defs[name] = {};
          $defs[name] = copy(schemas[name]);
        }
        return [keyword, `#/$defs/${name}`];
      }),
    );
  };
  const root = copy(schema) as Schema;
  const named = typeof root.$ref === "string" ? ($defs[root.$ref.slice("#/$defs/".length)] as Schema) : root;
  return { ...named, ...(Object.keys($defs).length > 0 ? { $defs } : {}) } as OutputSchema;
}
