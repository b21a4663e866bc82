/** A JSON Schema object (draft 2020-12). */
export type JsonSchema = { [keyword: string]: unknown };

export const isSchemaObject = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
