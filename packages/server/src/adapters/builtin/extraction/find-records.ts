import {
  fillable,
  itemsOf,
  type JsonSchema,
  propertiesOf,
  typesOf,
} from "../../../structured/json-schema.ts";
import type { LabelReader } from "../../../text/label-words.ts";
import { type LabelledDocument, sectionOf } from "./document-lines.ts";
import { labelsIn } from "./label-match.ts";
import type { Line } from "./line.ts";
import { type Field, fieldOf } from "./schema-fields.ts";

/** A part of a document that repeats: label lines below a heading, or from one label to the next of its kind. */
export type DocumentRecord = { heading: Line | null; section: LabelledDocument };

const minLabel = 0.8;
/** A label begins its line: a list mark or a number may be before it. */
const maxIndent = 4;
/** Labels that a record needs when it has a heading, and when it has none. */
const minLabels = { headed: 1, plain: 2 } as const;
const minRecords = 2;
const maxRecords = 1_000;

/**
 * The records that fill a list of objects: the sections of one level whose lines have labels of the object's properties, or
 * else what is between a label and the next one of its kind. Empty when fewer than two are alike. `list`: the property that is
 * a list of values; its label alone makes a section one of them.
 */
export function recordsOf(fields: Field[], list: Field | null, document: LabelledDocument): DocumentRecord[] {
  const labels = labelLines(fields, document);
  const withList = list ? labelLines([...fields, list], document) : labels;
  return largest([...recordsByHeadings(document, withList), recordsByLabels(document, labels)]);
}

const largest = (options: DocumentRecord[][]): DocumentRecord[] =>
  options.reduce((best, next) => (next.length > best.length ? next : best), []);

type LabelLine = { order: number; field: string };

/** The lines that begin with a label of a field and have its value, in order. */
function labelLines(fields: Field[], { lines }: LabelledDocument): LabelLine[] {
  return lines.flatMap(({ cells, grid, row }, order) => {
    const [cell] = cells;
    if (!cell || cell.words.length === 0 || (grid !== null && row < grid.headerRows && cells.length > 2))
      return [];
    const hasValue = (end: number) =>
      /^\s*[:：=]/.test(cell.text.slice(end)) || (grid !== null && cells.length === 2);
    const field = fields.find((each) =>
      labelsIn(cell, each).some(
        ({ score, start, end }) => score >= minLabel && start <= maxIndent && hasValue(end),
      ),
    );
    return field ? [{ order, field: field.name }] : [];
  });
}

/** For each level of headings: its sections that have labels. */
function recordsByHeadings(document: LabelledDocument, labels: LabelLine[]): DocumentRecord[][] {
  const titles = document.lines.flatMap(({ element }, order) =>
    element.type === "Title" ? [{ order, level: element.level ?? 1 }] : [],
  );
  return [...new Set(titles.map(({ level }) => level))].map((level) => {
    const bounds = titles.filter((title) => title.level <= level);
    const spans = bounds.flatMap((title, index) =>
      title.level === level
        ? [{ start: title.order, end: bounds[index + 1]?.order ?? document.lines.length }]
        : [],
    );
    return recordsIn(document, labels, spans, true);
  });
}

/** From each line with the label that begins the first record to the next of its kind. */
function recordsByLabels(document: LabelledDocument, labels: LabelLine[]): DocumentRecord[] {
  const [first] = labels;
  const starts = labels.filter(({ field }) => field === first?.field).map(({ order }) => order);
  const spans = starts.map((start, index) => ({ start, end: starts[index + 1] ?? document.lines.length }));
  return recordsIn(document, labels, spans, false);
}

function recordsIn(
  document: LabelledDocument,
  labels: LabelLine[],
  spans: { start: number; end: number }[],
  headed: boolean,
): DocumentRecord[] {
  const least = headed ? minLabels.headed : minLabels.plain;
  const records = spans.flatMap(({ start, end }) => {
    const inside = labels.filter(({ order }) => order >= start && order < end);
    if (new Set(inside.map(({ field }) => field)).size < least) return [];
    const lines = document.lines.slice(headed ? start + 1 : start, end);
    return [
      { heading: headed ? (document.lines[start] ?? null) : null, section: sectionOf(document, lines) },
    ];
  });
  return records.length < minRecords ? [] : records.slice(0, maxRecords);
}

/** The property that a record's heading fills: its name or title, or what the list calls its items. */
export function namingField(fields: Field[], listName: string, read: LabelReader): Field | undefined {
  const ofList = new Set(read(listName).flatMap(({ meanings }) => meanings));
  const texts = fields.filter(({ schema }) => typesOf(fillable(schema)).includes("string"));
  return (
    texts.find(
      ({ own }) => own.length === 1 && own[0]?.some((meaning) => ["name", "title"].includes(meaning)),
    ) ??
    texts.find(
      ({ own }) => own.length > 0 && own.every((each) => each.some((meaning) => ofList.has(meaning))),
    ) ??
    texts.find(({ own }) => own.some((each) => each.includes("name")))
  );
}

/** The only property that is a list of single values. */
export function onlyListOf(
  properties: Record<string, JsonSchema>,
  instruction: string,
  read: LabelReader,
): Field | null {
  const lists = Object.entries(properties).filter(
    ([, property]) =>
      typesOf(fillable(property)).includes("array") &&
      !typesOf(fillable(itemsOf(fillable(property)))).includes("object"),
  );
  const [only] = lists;
  return only && lists.length === 1
    ? fieldOf(only[0], itemsOf(fillable(only[1])), [], instruction, read)
    : null;
}

export const fieldsOf = (
  properties: Record<string, JsonSchema>,
  instruction: string,
  read: LabelReader,
): Field[] =>
  Object.entries(properties)
    .filter(([, property]) => {
      const shape = fillable(property);
      return Object.keys(propertiesOf(shape)).length === 0 && !typesOf(shape).includes("array");
    })
    .map(([name, property]) => fieldOf(name, property, [], instruction, read));
