import type { Element } from "../../../elements/element.ts";
import { fillable, typesOf } from "../../../structured/json-schema.ts";
import { type LabelReader, neutralMeanings } from "../../../text/label-words.ts";
import { propertyNameWords } from "../../../text/property-name-words.ts";
import { foldAccents } from "../../../text/terms.ts";
import type { LabelledDocument } from "./document-lines.ts";
import { itemRows } from "./item-rows.ts";
import { labelsIn } from "./label-match.ts";
import { isNoValue, readValue } from "./read-value.ts";
import { type Field, yearIn } from "./schema-fields.ts";
import { splitJoinedColumns } from "./split-joined-columns.ts";
import type { TableGrid } from "./table-grid.ts";

/** The value of a cell for a property of the row's object. */
export type ColumnValue = {
  value: unknown;
  texts: string[];
  score: number;
  /** Where it is, when that is not the row's element. */
  element?: Element;
};
export type FoundRow = { element: Element; cells: Map<string, ColumnValue> };
/** The rows of tables that are items. `uncertain`: rows that were taken for no items though they do not say that they sum up. */
export type FoundRows = { rows: FoundRow[]; uncertain: string[][] };

/** Maximum rows at the top in which headings are searched. */
const maxHeadingRows = 5;
const minColumn = 0.4;
const ownHeading = 0.1;
/** A code in a column of codes, with or without digits. */
const code = /^[\p{L}\p{N}][\p{L}\p{N}\-./]{1,24}$/u;
/** Rows in which a heading is searched that is not marked as one, and columns that it must name. */
const maxLateHeading = 30;
const minLateColumns = 3;
/**
 * The rows of tables whose column headings match the fields of an object. The tables that match the most columns count,
 * and tables directly after them that continue the same columns. Total rows are left out. A row with only text
 * continues the row above it.
 */
export function rowsByColumns(fields: Field[], document: LabelledDocument, read: LabelReader): FoundRows {
  const matched = document.grids.map((given) => {
    const grid = splitJoinedColumns(given, read);
    return { grid, heading: matchHeading(fields, grid, read) };
  });
  const maxColumns = Math.max(0, ...matched.map(({ heading }) => heading?.columns.size ?? 0));
  const found: FoundRows = { rows: [], uncertain: [] };
  if (maxColumns === 0 || (maxColumns === 1 && fields.length > 2)) return found;
  const add = ({ rows, uncertain }: FoundRows) => {
    found.rows.push(...rows);
    found.uncertain.push(...uncertain);
  };
  let current: Heading | null = null;
  for (const { grid, heading } of matched) {
    if (heading && heading.columns.size >= Math.max(1, maxColumns * 0.6)) {
      current = heading;
      add(rowsOf(fields, grid, heading, heading.row + 1, document));
    } else if (current && !heading && grid.rows[0]?.length === current.width) {
      add(rowsOf(fields, grid, current, 0, document));
    } else {
      current = null;
    }
  }
  return found;
}

/** Minimum match of a heading whose column fills a list of single values. */
const minOnlyColumn = 0.8;

/** The values of the column that a list of single values names: `skus` below "SKU". */
export const valuesOfColumn = (field: Field, document: LabelledDocument, read: LabelReader): FoundRow[] =>
  rowsByColumns([field], document, read).rows.filter(
    ({ cells }) => (cells.get(field.name)?.score ?? 0) >= minOnlyColumn,
  );

type Heading = { row: number; width: number; columns: Map<string, number>; scores: Map<string, number> };

function matchHeading(fields: Field[], grid: TableGrid, read: LabelReader): Heading | null {
  let best: Heading | null = null;
  const marked = grid.headerRows > 0 ? grid.headerRows : Math.min(maxHeadingRows, grid.rows.length - 1);
  const deepest = Math.min(maxLateHeading, grid.rows.length - 1);
  for (let row = 0; row < Math.max(marked, deepest); row += 1) {
    // Readers join what is above a table to it: a heading may come late, but then it must be clear.
    if (row >= marked && (best?.columns.size ?? 0) >= 2) break;
    const cells = grid.rows[row] ?? [];
    const { columns, scores } = assignColumns(fields, cells, read);
    if (row >= marked && columns.size < minLateColumns) continue;
    if (columns.size > (best?.columns.size ?? 0)) best = { row, width: cells.length, columns, scores };
  }
  return best && (grid.headerRows > 0 || best.columns.size >= 2)
    ? { ...best, row: Math.max(best.row, grid.headerRows - 1) }
    : null;
}

/** Assigns each column to the field it fits best, one column per field, best fits first. */
function assignColumns(fields: Field[], cells: string[], read: LabelReader) {
  const fits = cells.flatMap((text, column) => {
    const cell = { text, words: read(text) };
    if (!/[\p{L}\p{N}]/u.test(text)) return [];
    return fields.map((field) => {
      const isName = foldAccents(text).trim() === foldAccents(propertyNameWords(field.name));
      // A name such as "in" has no words of labels.
      const isOnlyName = isName && field.words.length === 0;
      const score = isOnlyName
        ? 1
        : (yearFit(field, text) ?? Math.max(0, ...labelsIn(cell, field).map((label) => label.score)));
      const hinted = cell.words.some(({ meanings }) =>
        meanings.some((meaning) => field.hints.has(meaning) && !neutralMeanings.has(meaning)),
      );
      // "Description" beside "Item": of two headings that may mean the field, its own word is meant.
      const isOwn = score > 0 && isName;
      return { field: field.name, column, score: score + (hinted ? 0.2 : 0) + (isOwn ? ownHeading : 0) };
    });
  });
  const columns = new Map<string, number>();
  const scores = new Map<string, number>();
  const taken = new Set<number>();
  for (const { field, column, score } of fits.sort((a, b) => b.score - a.score || a.column - b.column)) {
    if (score < minColumn || columns.has(field) || taken.has(column)) continue;
    columns.set(field, column);
    scores.set(field, score);
    taken.add(column);
  }
  const unheaded =
    columns.size > 0 && (cells[0] ?? "").trim() === "" ? unassignedText(fields, columns) : null;
  if (unheaded) {
    columns.set(unheaded.name, 0);
    scores.set(unheaded.name, minOnlyColumn);
  }
  return { columns, scores };
}

/** A column that is headed by a year belongs to the property with this year in its name, and to no other with a year. */
function yearFit({ name }: Field, heading: string): number | null {
  const [wanted, found] = [yearIn(name), yearIn(heading)];
  if (wanted === null || found === null) return null;
  return wanted === found ? 1 : 0;
}

/** The column that names the rows often has no heading: it is the only text that has no column of its own. */
function unassignedText(fields: Field[], columns: Map<string, number>): Field | null {
  const texts = fields.filter((field) => isText(field) && !columns.has(field.name));
  return texts.length === 1 ? (texts[0] ?? null) : null;
}

function rowsOf(
  fields: Field[],
  grid: TableGrid,
  heading: Heading,
  from: number,
  document: LabelledDocument,
): FoundRows {
  const rows: FoundRow[] = [];
  // A list of taxes or of totals has such rows as its items.
  const sumsUp = fields.some(isOfItems) || !fields.some(isOfSums);
  const body = grid.rows.slice(from);
  const { items, uncertain } = sumsUp ? itemRows(body, document) : { items: body, uncertain: [] };
  for (const cells of items) {
    const filled = cells.filter((cell) => cell !== "");
    if (filled.length === 0) continue;
    const [only] = filled;
    const above = rows.at(-1);
    if (filled.length === 1 && only !== undefined && cells.length > 2 && above) {
      continueText(fields, heading, above, cells.indexOf(only), only);
      continue;
    }
    const row = new Map<string, ColumnValue>();
    for (const field of fields) {
      const column = heading.columns.get(field.name);
      const text = column === undefined ? "" : (cells[column] ?? "");
      const line = text.replace(/\s*\n\s*/g, " ");
      // The whole cell is the value, even when a part of it looks like a label.
      const isWhole =
        wholeCells.has(field.kind) || (field.kind === "identifier" && isText(field) && code.test(line));
      const value = isWhole ? line : readValue(field, line, document)?.value;
      if (!isNoValue(line) && value !== undefined)
        row.set(field.name, { value, texts: [text], score: heading.scores.get(field.name) ?? 1 });
    }
    if (row.size > 0 && (row.size > 1 || heading.columns.size === 1 || isItem(cells, row, heading)))
      rows.push({ element: grid.element, cells: row });
  }
  return { rows, uncertain };
}

const wholeCells = new Set(["text", "organisation", "customer", "person"]);

const isOfSums = ({ own }: Field): boolean =>
  own.some((meanings) => meanings.some((meaning) => ["tax", "total"].includes(meaning))) &&
  !own.some((meanings) => meanings.some((meaning) => ["amount", "price"].includes(meaning)));

/**
 * Whether a row of which only one value can be read is an item: another cell holds what does not fit its property
 * ("Bulb | to be counted"), or a table of two columns has nothing there. In wider tables such a row is a heading.
 */
function isItem(cells: string[], row: Map<string, ColumnValue>, { columns }: Heading): boolean {
  const [[name, value] = []] = row;
  if (typeof value?.value === "string" && /:\s*$/.test(value.value)) return false;
  return (
    cells.length === 2 ||
    [...columns].some(([other, column]) => other !== name && /[\p{L}\p{N}]/u.test(cells[column] ?? ""))
  );
}

/** Whether a property says which item a row is, other than a tax or a sum. */
const isOfItems = (field: Field): boolean => {
  const has = (...meanings: string[]) =>
    field.own.some((each) => each.some((meaning) => meanings.includes(meaning)));
  return (
    has("quantity", "price", "description") ||
    (isText(field) && !has("tax", "total", "net", "gross", "percent", "amount", "name", "title"))
  );
};

const isText = ({ schema }: Field): boolean => typesOf(fillable(schema)).includes("string");

function continueText(
  fields: Field[],
  { columns }: Heading,
  above: FoundRow,
  column: number,
  text: string,
): void {
  const field = fields.find(({ name, kind }) => columns.get(name) === column && kind === "text");
  const value = field && above.cells.get(field.name);
  if (field && typeof value?.value === "string")
    above.cells.set(field.name, {
      ...value,
      value: `${value.value}\n${text}`,
      texts: [...value.texts, text],
    });
}
