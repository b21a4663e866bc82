import { readFileSync } from "node:fs";
import type { Json, OpenApiDocument } from "../scripts/document.ts";
import { operationsOf } from "../scripts/document.ts";

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../generated/${name}.json`, import.meta.url), "utf8")) as OpenApiDocument;

export const documents = { sources: read("sources"), flows: read("flows") };

export const allOperations = Object.entries(documents).flatMap(([surface, document]) =>
  operationsOf(document).map((located) => ({ surface, document, ...located })),
);

export function operation(id: string) {
  const found = allOperations.find((located) => located.operation.operationId === id);
  if (found === undefined) throw new Error(`No operation ${id}`);
  return found;
}

export type ObjectSchema = {
  type?: Json;
  enum?: string[];
  required?: string[];
  properties?: Record<string, Record<string, Json>>;
};

export function schema(surface: keyof typeof documents, name: string): ObjectSchema {
  const found = documents[surface].components.schemas?.[name];
  if (found === undefined) throw new Error(`No schema ${name}`);
  return found as ObjectSchema;
}
