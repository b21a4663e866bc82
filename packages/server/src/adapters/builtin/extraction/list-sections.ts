import type { FoundPlace } from "../../../structured/extractor.ts";
import type { LabelledDocument } from "./document-lines.ts";
import { labelsIn } from "./label-match.ts";
import type { Cell, Line } from "./line.ts";
import { readValue } from "./read-value.ts";
import type { Field } from "./schema-fields.ts";

export type ListItem = { value: unknown; text: string; line: Pick<Line, "element"> };

/** How well a list under its heading or after its label fits. */
const listScore = 0.9;
const minLabel = 0.6;
/** Maximum characters before a label with a colon: "Current medication:". */
const maxBefore = 15;
const colon = /^\s*[:：]/;
const maxItems = 1_000;

/**
 * The list that a field names: the list items under a heading, or the text after a label, divided by commas,
 * semicolons, bullets or bars. Empty when there is no such label.
 */
export function listedValues(field: Field, document: LabelledDocument): ListItem[] {
  const { lines } = document;
  for (const [order, line] of lines.entries()) {
    // Below the heading of a column are its values; the heading beside it is another column's.
    if (line.grid && line.row < line.grid.headerRows) continue;
    const [cell] = line.cells;
    const label =
      cell &&
      labelsIn(cell, field).find(
        ({ score, start, end }) =>
          score >= minLabel && start <= (colon.test(cell.text.slice(end)) ? maxBefore : 3),
      );
    if (!cell || !label) continue;
    const after = restOf(cell, label.end);
    if (/^\s*[:：–-]/.test(cell.text.slice(label.end)) && after !== "")
      return itemsIn(field, after, line, document);
    const following = lines.slice(order + 1, order + 1 + maxItems);
    if (after !== "") continue;
    const nextCells = line.cells
      .slice(1)
      .map(({ text }) => text)
      .filter((text) => text !== "");
    if (nextCells.length > 0) return nextCells.flatMap((text) => itemsIn(field, text, line, document));
    const section = untilTitle(following);
    const items = firstList(section);
    if (items.length > 0) return items.flatMap((item) => readItem(field, textOf(item), item, document));
    const [text] = section;
    if (text && text.grid === null)
      return section
        .filter(({ element }) => element === text.element)
        .flatMap((each) => itemsIn(field, textOf(each), each, document));
  }
  return [];
}

const restOf = (cell: Cell, end: number): string => cell.text.slice(end).replace(/^[\s:：–-]+/, "");

function untilTitle(lines: Line[]): Line[] {
  const end = lines.findIndex(({ element }) => element.type === "Title");
  return end < 0 ? lines : lines.slice(0, end);
}

/** The items of the first list, up to the next lead-in: "Staff:". */
function firstList(lines: Line[]): Line[] {
  const start = lines.findIndex(isItem);
  if (start < 0) return [];
  const end = lines.findIndex((line, at) => at > start && !isItem(line) && /[:：]\s*$/.test(textOf(line)));
  return lines.slice(start, end < 0 ? undefined : end).filter(isItem);
}

/** The items of a document's only list, for the only list that is asked for. */
export const onlyList = (field: Field, document: LabelledDocument): ListItem[] =>
  firstList(document.lines).flatMap((item) => readItem(field, textOf(item), item, document));

const isItem = ({ element }: Line): boolean => element.type === "ListItem";

const textOf = (line: Line): string => line.cells.map(({ text }) => text).join(" ");

const separator = /\s*[;•·|\n]\s*|,\s+/;
/** A column of languages that a reader joined: each is one word. */
const maxLanguages = 8;
const joinedLanguages = (field: Field, text: string): boolean =>
  field.own.some((meanings) => meanings.includes("language")) &&
  !separator.test(text) &&
  /^(?:\p{Lu}\p{L}+\s*)+$/u.test(text.trim()) &&
  text.trim().split(/\s+/).length <= maxLanguages;

const itemsIn = (field: Field, text: string, line: Line, document: LabelledDocument): ListItem[] =>
  text
    .split(joinedLanguages(field, text) ? /\s+/ : separator)
    .filter((part) => part.trim() !== "")
    .flatMap((part) => readItem(field, part, line, document));

function readItem(field: Field, text: string, line: Line, document: LabelledDocument): ListItem[] {
  const clean = text.replace(/^[\s•·*–-]+/, "").replace(/^and\s+/i, "");
  const reading = readValue(field, clean, document);
  return reading ? [{ value: reading.value, text: reading.text, line }] : [];
}

/** Where the items of a list are, by their paths. */
export const listPlaces = (
  items: ListItem[],
  pathOf: (index: number) => string,
  { fileId }: LabelledDocument,
): FoundPlace[] =>
  items.map(({ text, line: { element } }, index) => ({
    path: pathOf(index),
    fileId,
    elementId: element.elementId,
    text,
    score: listScore,
    basis: "list",
  }));
