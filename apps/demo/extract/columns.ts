import type { JsonSchema } from "@headwater/client";

/** A column of a result: a single value, a list of values, or a list of objects with their own columns. */
export type Column = {
  /** Keys from the output (or from an entry of the list above) to the value. */
  keys: readonly string[];
  label: string;
  numeric: boolean;
} & ({ kind: "value" } | { kind: "list" } | { kind: "table"; columns: readonly Column[] });

/** Returns the columns of a schema in its order. Nested objects get separate columns. */
export const columnsOf = (schema: JsonSchema): Column[] => objectColumns(schema, [], []);

function objectColumns(schema: JsonSchema, keys: readonly string[], labels: readonly string[]): Column[] {
  return Object.entries(isSchema(schema.properties) ? schema.properties : {}).flatMap(([name, property]) => {
    const inner = isSchema(property) ? property : {};
    const own = [...keys, name];
    const spoken = [...labels, spokenName(name, inner)];
    const types = typesOf(inner);
    if (isSchema(inner.properties) && !types.includes("array")) return objectColumns(inner, own, spoken);
    const label = spoken.join(", ");
    const items = isSchema(inner.items) ? inner.items : undefined;
    if (items && isSchema(items.properties))
      return [{ kind: "table", keys: own, label, numeric: false, columns: objectColumns(items, [], []) }];
    if (items || types.includes("array"))
      return [{ kind: "list", keys: own, label, numeric: isNumeric(items ?? {}) }];
    return [{ kind: "value", keys: own, label, numeric: isNumeric(inner) }];
  });
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const typesOf = ({ type }: JsonSchema): unknown[] => (Array.isArray(type) ? type : [type]);

const isNumeric = (schema: JsonSchema) =>
  typesOf(schema).some((type) => type === "number" || type === "integer");

/** Turns "invoiceNumber" or "invoice_number" into "Invoice number". A `title` takes precedence. */
function spokenName(name: string, { title }: JsonSchema): string {
  if (typeof title === "string" && title.trim() !== "") return title;
  const words = name
    .replace(
      /([\p{Ll}\d])(\p{Lu})/gu,
      (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
    )
    .replace(/[_.-]+/g, " ")
    .trim();
  return words === "" ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
