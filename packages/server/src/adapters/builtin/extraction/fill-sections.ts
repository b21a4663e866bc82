import type { FoundPlace } from "../../../structured/extractor.ts";
import { type JsonSchema, pointer } from "../../../structured/json-schema.ts";
import type { FillContext, Filled } from "./filled.ts";
import { nothing } from "./filled.ts";
import { listedSections } from "./list-of-sections.ts";
import { readValue } from "./read-value.ts";
import { fieldOf } from "./schema-fields.ts";

/** How well a section under the heading that the list names fits. */
const score = 0.9;

/** The jobs of a CV, the parts of a report: one item for each section under the heading that the list names. */
export function fillSections(
  properties: Record<string, JsonSchema>,
  names: string[],
  shape: JsonSchema,
  path: string,
  { documents, instruction, read }: FillContext,
): Filled {
  const name = names.at(-1);
  if (name === undefined) return nothing;
  const list = fieldOf(name, shape, names.slice(0, -1), instruction, read);
  const fields = Object.entries(properties).map(([each, property]) =>
    fieldOf(each, property, [], instruction, read),
  );
  const items: Record<string, unknown>[] = [];
  const places: FoundPlace[] = [];
  for (const document of documents) {
    for (const section of listedSections(list, fields, document)) {
      const here = pointer(path, items.length);
      items.push(
        Object.fromEntries(
          fields.map((field) => {
            const text = section
              .get(field.name)
              ?.map(({ value }) => value)
              .join("\n");
            const isNumber = field.kind === "number" && text !== undefined;
            return [
              field.name,
              isNumber ? (readValue(field, text, document)?.value ?? null) : (text ?? null),
            ];
          }),
        ),
      );
      for (const [each, pieces] of section)
        for (const { value, line } of pieces) {
          const { elementId } = line.element;
          places.push({
            path: pointer(here, each),
            fileId: document.fileId,
            elementId,
            text: value,
            score,
            basis: "list",
          });
        }
    }
  }
  return items.length > 0 ? { value: items, places } : nothing;
}
