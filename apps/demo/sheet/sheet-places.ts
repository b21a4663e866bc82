import type { Element } from "@headwater/client";

type Facts = Pick<Element, "metadata">;

/** A range of a sheet such as `B2:D9`, from 1. */
type Area = { top: number; left: number; bottom: number; right: number };

/** Where a table is in its sheet, as far as that is certain. */
export type SheetPlaces = {
  /** Number in the sheet of each row of the table. A heading that is repeated has none. */
  rows: readonly (number | undefined)[] | undefined;
  /** Letters of the columns. */
  columns: readonly string[] | undefined;
};

/**
 * The numbers of a table's rows and the letters of its columns. The table leaves out hidden and empty ones: when the
 * counts do not agree with the range, nothing is said, because a wrong number is worse than none.
 */
export function placesOf(
  { metadata }: Facts,
  { headRows, rowCount, columnCount }: { headRows: number; rowCount: number; columnCount: number },
): SheetPlaces {
  const area = parseRange(metadata?.range);
  if (area === undefined) return { rows: undefined, columns: undefined };
  const hiddenRows = spans(metadata?.hidden_rows, Number);
  const hiddenColumns = spans(metadata?.hidden_columns, columnNumber);
  const rows = hiddenRows && shown(area.top, area.bottom, hiddenRows);
  const columns = hiddenColumns && shown(area.left, area.right, hiddenColumns);
  const isWhole = rows?.length === rowCount;
  // A long table goes on in a next one, which repeats the headings.
  const goesOn = rows?.length === rowCount - headRows;
  return {
    rows: isWhole ? rows : goesOn && rows ? [...Array<undefined>(headRows), ...rows] : undefined,
    columns: columns?.length === columnCount ? columns.map(columnName) : undefined,
  };
}

/** "A4 to E21", "A1". */
export function rangeInWords(range: unknown): string {
  return typeof range === "string" ? range.replace(":", " to ") : "";
}

/** Says what of a sheet is hidden and not read. Empty when nothing is. */
export function hiddenInWords({ metadata }: Facts): string {
  const parts = [named("row", metadata?.hidden_rows), named("column", metadata?.hidden_columns)];
  const what = parts.filter((part) => part !== "").join("; ");
  return what === "" ? "" : `Hidden in the workbook and not read: ${what}.`;
}

const maxSpansNamed = 6;

/** "rows 3 to 5, 9", "column C". */
function named(noun: string, spansOfSheet: unknown): string {
  const list = texts(spansOfSheet);
  const [first] = list;
  if (first === undefined) return "";
  const isOne = list.length === 1 && !first.includes("-");
  const some = list.slice(0, maxSpansNamed).map((span) => span.replace("-", " to "));
  return `${noun}${isOne ? "" : "s"} ${some.join(", ")}${list.length > maxSpansNamed ? " and more" : ""}`;
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];

function parseRange(range: unknown): Area | undefined {
  const found = typeof range === "string" ? /^([A-Z]+)(\d+)(?::([A-Z]+)(\d+))?$/.exec(range) : null;
  if (!found) return undefined;
  const [, left = "", top = "", right = left, bottom = top] = found;
  return {
    top: Number(top),
    left: columnNumber(left),
    bottom: Number(bottom),
    right: columnNumber(right),
  };
}

/** The numbers in spans such as `3-5`. Undefined when the list was cut short. */
function spans(value: unknown, read: (text: string) => number): Set<number> | undefined {
  const numbers = new Set<number>();
  for (const span of texts(value)) {
    const [from = "", to = from] = span.split("-");
    const [first, last] = [read(from), read(to)];
    if (!(Number.isInteger(first) && Number.isInteger(last))) return undefined;
    for (let number = first; number <= last; number += 1) numbers.add(number);
  }
  return numbers;
}

function shown(from: number, to: number, hidden: ReadonlySet<number>): number[] {
  const numbers: number[] = [];
  for (let number = from; number <= to; number += 1) if (!hidden.has(number)) numbers.push(number);
  return numbers;
}

/** "A" is 1, "AA" is 27. */
const columnNumber = (letters: string): number =>
  /^[A-Z]+$/.test(letters)
    ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
    : Number.NaN;

function columnName(column: number): string {
  let name = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}
