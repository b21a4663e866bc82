import { setImmediate as nextTurn } from "node:timers/promises";
import type { FoundPlace } from "../../../structured/extractor.ts";
import {
  alternativesOf,
  fillable,
  itemsOf,
  type JsonSchema,
  pointer,
  propertiesOf,
  typesOf,
} from "../../../structured/json-schema.ts";
import { propertyNameWords } from "../../../text/property-name-words.ts";
import { fillRecords } from "./fill-records.ts";
import { fillSections } from "./fill-sections.ts";
import { fillValue } from "./fill-value.ts";
import { type FillContext, type Filled, type Leaf, maxEvidence, nothing } from "./filled.ts";
import { findLabelled } from "./find-labelled.ts";
import { type ListItem, listedValues, listPlaces } from "./list-sections.ts";
import { rowColumnsOf, rowFits } from "./row-arithmetic.ts";
import { rowsOfGoods } from "./rows-of-goods.ts";
import { columnFieldOf, fieldOf } from "./schema-fields.ts";
import { type FoundRow, rowsByColumns, valuesOfColumn } from "./table-columns.ts";

/**
 * Fills a schema: objects property by property, lists of objects from tables, lists of values from lists, and single
 * values from labels or else from their form. A single value comes from the first document that has one; lists come
 * from all documents. Null when nothing is found. `names` are the properties on the path, outermost first.
 */
export async function fillSchema(
  schema: JsonSchema,
  names: string[],
  path: string,
  context: FillContext,
): Promise<Filled> {
  // A long document takes time for each field. Requests of others must not wait for all fields.
  await nextTurn();
  context.signal.throwIfAborted();
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 1) return fillAlternative(schema, alternatives, names, path, context);
  const shape = fillable(schema);
  const types = typesOf(shape);
  if (types.includes("object")) return fillObject(shape, names, path, context);
  if (types.includes("array")) return fillList(shape, names, path, { ...context, leaves: undefined });
  return fillValue(schema, names, path, context);
}

/** Of alternatives, the one that most values are found for; of equals, the first. */
async function fillAlternative(
  schema: JsonSchema,
  alternatives: JsonSchema[],
  names: string[],
  path: string,
  context: FillContext,
): Promise<Filled> {
  const { anyOf: _anyOf, oneOf: _oneOf, allOf = [], ...own } = schema;
  let best = nothing;
  let leaves: Leaf[] = [];
  for (const alternative of alternatives) {
    const merged = { ...own, allOf: [...(allOf as JsonSchema[]), alternative] };
    const inside: Leaf[] = [];
    const filled = await fillSchema(merged, names, path, { ...context, leaves: inside });
    if (best === nothing || filled.places.length > best.places.length) {
      best = filled;
      leaves = inside;
    }
  }
  context.leaves?.push(...leaves);
  return best;
}

async function fillObject(
  shape: JsonSchema,
  names: string[],
  path: string,
  context: FillContext,
): Promise<Filled> {
  const places: FoundPlace[] = [];
  const entries: [string, unknown][] = [];
  for (const [name, property] of Object.entries(propertiesOf(shape))) {
    const filled = await fillSchema(property, [...names, name], pointer(path, name), context);
    if (places.length < maxEvidence) places.push(...filled.places);
    entries.push([name, filled.value]);
  }
  return { value: Object.fromEntries(entries), places };
}

async function fillList(
  shape: JsonSchema,
  names: string[],
  path: string,
  context: FillContext,
): Promise<Filled> {
  const items = fillable(itemsOf(shape));
  const properties = propertiesOf(items);
  if (!typesOf(items).includes("object") || Object.keys(properties).length === 0) {
    return fillItems(itemsOf(shape), names, path, context);
  }
  const rows = fillRows(properties, path, context);
  if (rows.value !== null) return rows;
  const records = await fillRecords(items, names, path, context, fillObject);
  if (records.value !== null) return records;
  const sections = fillSections(properties, names, shape, path, context);
  if (sections.value !== null || !areDocuments(names, context)) return sections;
  return fillPerDocument(items, path, context);
}

/**
 * Minimum share of an object's properties that need labels in a document, so that the document itself is a list item.
 */
const minShare = 0.6;

/** Meanings of lists whose items are documents. */
const documentMeanings = ["invoice", "receipt", "document", "order", "letter", "loan"];

/** Whether the documents themselves may be the items of a list. */
const areDocuments = (names: string[], { documents, read }: FillContext): boolean =>
  documents.length > 1 ||
  read(propertyNameWords(names.at(-1) ?? ""), "name").some(({ meanings }) =>
    meanings.some((meaning) => documentMeanings.includes(meaning)),
  );

/** One item per document ("invoices" is a list of what each file is). Used when no table holds the items. */
async function fillPerDocument(item: JsonSchema, path: string, context: FillContext): Promise<Filled> {
  const { instruction, read } = context;
  const properties = Object.entries(propertiesOf(item));
  const fields = properties.map(([name, property]) => fieldOf(name, property, [], instruction, read));
  const minFound = Math.max(2, fields.length * minShare);
  const items: unknown[] = [];
  const places: FoundPlace[] = [];
  for (const document of context.documents) {
    if (fields.filter((field) => findLabelled(field, document) !== null).length < minFound) continue;
    const here = pointer(path, items.length);
    const filled = await fillObject(item, [], here, { ...context, documents: [document] });
    items.push(filled.value);
    places.push(...filled.places);
  }
  return items.length > 0 ? { value: items, places } : nothing;
}

function fillRows(properties: Record<string, JsonSchema>, path: string, context: FillContext): Filled {
  const { documents, instruction, read, uncertainRows } = context;
  const rows: Record<string, unknown>[] = [];
  const places: FoundPlace[] = [];
  const fields = Object.entries(properties).map(([name, property]) =>
    columnFieldOf(name, property, instruction, read),
  );
  const columns = rowColumnsOf(fields);
  for (const document of documents) {
    const tabled = rowsByColumns(fields, document, read);
    for (const row of tabled.uncertain) uncertainRows.add(row.filter((cell) => cell !== "").join(" | "));
    for (const { element, cells } of rowsOfGoods(fields, tabled.rows, document)) {
      const fits = columns && rowFits(cells, columns);
      const computed = new Set(columns && fits !== null ? Object.values(columns) : []);
      const here = pointer(path, rows.length);
      rows.push(Object.fromEntries(fields.map(({ name }) => [name, cells.get(name)?.value ?? null])));
      if (places.length >= maxEvidence) continue;
      const { fileId } = document;
      for (const [name, { texts, score, element: own = element }] of cells) {
        // Quantity × price that is not the amount: at least one of the three is another row's or another column's.
        const basis = !computed.has(name) ? "column" : fits ? "sums" : "place";
        for (const text of texts)
          places.push({ path: pointer(here, name), fileId, elementId: own.elementId, text, score, basis });
      }
    }
  }
  return rows.length > 0 ? { value: rows, places } : nothing;
}

function fillItems(schema: JsonSchema, names: string[], path: string, context: FillContext): Filled {
  const name = names.at(-1);
  if (name === undefined) return nothing;
  const { instruction, read } = context;
  const column = columnFieldOf(name, schema, instruction, read);
  const field = fieldOf(name, schema, names.slice(0, -1), instruction, read);
  const found = context.documents.flatMap((document) => {
    const rows = valuesOfColumn(column, document, read);
    const items: ListItem[] =
      rows.length > 0 ? rows.flatMap((row) => itemOfRow(row, name)) : listedValues(field, document);
    return items.map((item) => ({ item, document }));
  });
  if (found.length === 0) return nothing;
  return {
    value: found.map(({ item }) => item.value),
    places: found
      .slice(0, maxEvidence)
      .flatMap(({ item, document }, index) => listPlaces([item], () => pointer(path, index), document)),
  };
}

function itemOfRow({ element, cells }: FoundRow, name: string): ListItem[] {
  const found = cells.get(name);
  return found ? [{ value: found.value, text: found.texts[0] ?? "", line: { element } }] : [];
}
