import type { FoundPlace } from "../../../structured/extractor.ts";
import { type JsonSchema, pointer, propertiesOf } from "../../../structured/json-schema.ts";
import type { LabelledDocument } from "./document-lines.ts";
import { type FillContext, type Filled, maxEvidence, nothing } from "./filled.ts";
import { findLabelled, readLabels } from "./find-labelled.ts";
import { type DocumentRecord, fieldsOf, namingField, onlyListOf, recordsOf } from "./find-records.ts";
import { textual } from "./finding.ts";
import type { Line } from "./line.ts";
import { type ListItem, listPlaces, onlyList } from "./list-sections.ts";
import type { Field } from "./schema-fields.ts";

type FillObject = (shape: JsonSchema, names: string[], path: string, context: FillContext) => Promise<Filled>;

/** One item for each record of the documents. Its heading is its name, and its only list the only list asked for. */
export async function fillRecords(
  item: JsonSchema,
  names: string[],
  path: string,
  context: FillContext,
  fillObject: FillObject,
): Promise<Filled> {
  const { instruction, read } = context;
  const fields = fieldsOf(propertiesOf(item), instruction, read);
  const named = namingField(fields, names.at(-1) ?? "", read);
  const list = onlyListOf(propertiesOf(item), instruction, read);
  const items: unknown[] = [];
  const places: FoundPlace[] = [];
  for (const document of context.documents) {
    const records = recordsOf(fields, list, document);
    const naming = named ?? unlabelledText(fields, records);
    for (const { heading, section } of records) {
      const here = pointer(path, items.length);
      const filled = await fillObject(item, [], here, { ...context, documents: [section] });
      const value = filled.value as Record<string, unknown>;
      const isNamed = naming && heading && findLabelled(naming, section) === null;
      const title = isNamed ? [{ value: headingText(heading), text: textOf(heading), line: heading }] : [];
      const isListed = list !== null && Array.isArray(value[list.name]);
      const listed = list && !isListed ? onlyList(list, section) : [];
      if (title[0] && naming) value[naming.name] = title[0].value;
      if (listed.length > 0 && list) value[list.name] = listed.map((each) => each.value);
      items.push(value);
      places.push(
        ...filled.places.filter((place) => !(isNamed && place.path === pointer(here, naming.name))),
        ...(naming ? titlePlaces(title, pointer(here, naming.name), named !== undefined, document) : []),
        ...(list ? listPlaces(listed, (at) => pointer(here, list.name, at), document) : []),
      );
    }
  }
  return items.length > 0 ? { value: items, places: places.slice(0, maxEvidence) } : nothing;
}

/** The only text that no record has a label for: what the headings say. */
function unlabelledText(fields: Field[], records: DocumentRecord[]): Field | undefined {
  const unlabelled = fields.filter(
    (field) => textual.has(field.kind) && records.every(({ section }) => readLabels(field, section) === null),
  );
  return unlabelled.length === 1 ? unlabelled[0] : undefined;
}

/** A heading is the name of its section; of another property it is a guess. */
const titlePlaces = (
  title: ListItem[],
  path: string,
  isName: boolean,
  document: LabelledDocument,
): FoundPlace[] =>
  listPlaces(title, () => path, document).map((place) => (isName ? place : { ...place, basis: "place" }));

const textOf = (line: Line): string => line.cells.map(({ text }) => text).join(" ");
/** A heading without its number. */
const headingText = (line: Line): string => textOf(line).replace(/^\s*(?:\d+[.)]\s*)+|\s*[:：]\s*$/gu, "");
