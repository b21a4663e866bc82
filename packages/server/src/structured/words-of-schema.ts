import { propertyNameWords } from "../text/property-name-words.ts";
import { isObject, itemsOf, type JsonSchema, propertiesOf } from "./json-schema.ts";

/** The words of a schema: the names and descriptions of its properties, outermost first, cut to a maximum length. */
export function wordsOfSchema(schema: JsonSchema, maxLength = 2_000): string {
  const words: string[] = [];
  const open: JsonSchema[] = [schema];
  for (let next = open.shift(); next; next = open.shift()) {
    for (const [name, property] of Object.entries(propertiesOf(next))) {
      words.push(propertyNameWords(name));
      if (typeof property.description === "string") words.push(property.description);
      open.push(property);
    }
    if (isObject(next.items)) open.push(itemsOf(next));
  }
  return words.join(" ").slice(0, maxLength);
}
