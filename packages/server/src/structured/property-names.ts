import { isObject, itemsOf, type JsonSchema, propertiesOf } from "./json-schema.ts";

/** "invoiceNumber", "invoice_number" → "invoice number". */
export const spaced = (name: string): string =>
  name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/[_\-.]+/g, " ")
    .trim();

/** What a schema asks for in words: the names and descriptions of its properties, outermost first, cut to a length. */
export function wordsOfSchema(schema: JsonSchema, longest = 2_000): string {
  const words: string[] = [];
  const open: JsonSchema[] = [schema];
  for (let next = open.shift(); next; next = open.shift()) {
    for (const [name, property] of Object.entries(propertiesOf(next))) {
      words.push(spaced(name));
      if (typeof property.description === "string") words.push(property.description);
      open.push(property);
    }
    if (isObject(next.items)) open.push(itemsOf(next));
  }
  return words.join(" ").slice(0, longest);
}
