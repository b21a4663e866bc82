import { firstRowIsHeading, isValue } from "../../markup/header-rows.ts";

/** What the rows of a file are, one after the other. */
export type RowTarget = {
  title(text: string): void;
  /** A table begins, below these rows of headings. */
  start(headings: readonly string[][]): void;
  row(values: string[]): void;
};

type Row = { values: string[]; afterBlank: boolean };

type OpenTable = {
  headings: readonly string[][];
  width: number;
  /** Columns whose cells are numbers, dates and the like. */
  valueColumns: number[];
};

/** The number of rows that is enough to tell titles, headings and data from each other. */
const openingRows = 40;
/** Rows that are known ahead of the one that is judged. */
const rowsAhead = 12;
const maxTitleLines = 3;
/** Facts about an account or a report, above its table. */
const maxPreambleRows = 20;
const minValueShare = 0.7;
const maxColumnsCompared = 100;
/** The rows below may belong to another table already. */
const rowsCompared = 2;

/**
 * Divides the rows of a file into its tables: a file may hold several, each with headings of its own, and facts above
 * them. A row is never given the headings of another table. A table whose first row may or may not be headings has none;
 * `finish` returns how many there are.
 */
export function createRowBlocks(target: RowTarget) {
  const ahead: Row[] = [];
  let table: OpenTable | undefined;
  let afterBlank = false;
  let unsure = 0;

  /** The rows from a place on, up to the next blank line. */
  const segmentFrom = (start: number): string[][] => {
    const end = ahead.findIndex((row, index) => index > start && row.afterBlank);
    return ahead.slice(start, end === -1 ? undefined : end).map(({ values }) => values);
  };
  const take = (count: number): string[][] => ahead.splice(0, count).map(({ values }) => values);

  const openTable = () => {
    const above = table;
    table = undefined;
    for (const [text = ""] of take(titleCount(ahead.map(({ values }) => values)))) target.title(text);
    const segment = segmentFrom(0);
    const rest = ahead.slice(segment.length).map(({ values }) => values);
    const preamble = preambleRows(segment, segmentFrom(segment.length + titleCount(rest)));
    if (preamble > 0) {
      target.start([]);
      for (const values of take(preamble)) target.row(values);
      return;
    }
    const count = headingCount(segment, above);
    if (count === "unsure") unsure += 1;
    const headings = take(count === "unsure" ? 0 : count);
    const body = segment.slice(headings.length);
    const width = widthOf(headings.length > 0 ? headings : body);
    table = { headings, width, valueColumns: valueColumnsOf(body.slice(0, rowsCompared), width) };
    target.start(headings);
    if (headings.length === 0) for (const values of take(1)) target.row(values);
  };

  const settle = (left: number) => {
    for (let row = ahead[0]; row && ahead.length > left; row = ahead[0]) {
      if (!table || startsTable(row, table, segmentFrom)) openTable();
      else for (const values of take(1)) target.row(values);
    }
  };

  return {
    add(cells: readonly string[]) {
      const values = cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);
      if (values.length > 0) ahead.push({ values, afterBlank });
      afterBlank = values.length === 0;
      if (ahead.length >= openingRows) settle(rowsAhead);
    },
    finish(): { unsure: number } {
      settle(0);
      return { unsure };
    },
  };
}

const widthOf = (rows: readonly string[][]): number => Math.max(0, ...rows.map((row) => row.length));

/** Up to three lines with a single value, above rows with several values, are titles and not data. */
function titleCount(rows: readonly string[][]): number {
  const start = rows.findIndex((row) => row.length > 1);
  return start <= 0 || start > maxTitleLines || rows.length - start < 2 ? 0 : start;
}

/** How many of the first rows are facts about the table below them: they are narrower than it. */
function preambleRows(segment: readonly string[][], next: readonly string[][]): number {
  const width = widthOf(segment);
  const isPair = width <= 2 && segment.length <= maxPreambleRows;
  if (isPair && next.length > 1 && (next[0]?.length ?? 0) > 2) return segment.length;
  for (let start = 1; start <= Math.min(segment.length - 2, maxPreambleRows); start += 1) {
    const above = widthOf(segment.slice(0, start));
    const body = segment.slice(start);
    if ((body[0]?.length ?? 0) <= above || body[0]?.[0] === "") continue;
    const wider = body.filter((row) => row.length > above).length;
    if (wider < minValueShare * body.length) continue;
    const verdict = firstRowIsHeading(body);
    if (verdict === "yes" || (verdict === "unsure" && above <= 2 && widthOf(body) >= above + 2)) return start;
  }
  return 0;
}

/** In the first table of a file, a row of texts above rows of texts is the headings; further down it may be data. */
function headingCount(rows: readonly string[][], above: OpenTable | undefined): 0 | 1 | 2 | "unsure" {
  const [first = [], ...others] = rows;
  // Files that were put together repeat the headings.
  const body = others.filter((row) => !same(row, first));
  const isKnown = above !== undefined && same(first, above.headings[0]);
  const verdict = firstRowIsHeading([first, ...body]);
  if (verdict === "no") return 0;
  if (verdict === "unsure" && above && !isKnown && first.length === above.width) return "unsure";
  return isSecondHeading(first, body) ? 2 : 1;
}

const same = (a: readonly string[], b: readonly string[] | undefined): boolean =>
  b !== undefined && a.length === b.length && a.every((cell, column) => cell === b[column]);

function startsTable(
  { values, afterBlank }: Row,
  table: OpenTable,
  segmentFrom: (start: number) => string[][],
): boolean {
  const named = table.valueColumns.map((column) => values[column] ?? "");
  const isUnlike = named.length > 0 && named.every((cell) => cell !== "" && !isValue(cell));
  if (same(values, table.headings[0])) return true;
  if (!afterBlank)
    return (isUnlike || values.length > table.width) && firstRowIsHeading(segmentFrom(0)) === "yes";
  const segment = segmentFrom(0);
  if (segment.length === 1) {
    const next = segmentFrom(1);
    return values.length === 1 && table.width > 1 && next.length > 1 && firstRowIsHeading(next) !== "no";
  }
  if (firstRowIsHeading(segment) === "yes" || widthOf(segment) > table.width) return true;
  return table.valueColumns.length === 0 || !table.valueColumns.some((column) => isOfValues(segment, column));
}

function isOfValues(rows: readonly string[][], column: number): boolean {
  const filled = rows.map((row) => row[column] ?? "").filter((cell) => cell !== "");
  return filled.length > 0 && filled.filter(isValue).length >= minValueShare * filled.length;
}

const valueColumnsOf = (rows: readonly string[][], width: number): number[] =>
  Array.from({ length: Math.min(width, maxColumnsCompared) }, (_, column) => column).filter((column) =>
    isOfValues(rows, column),
  );

/** Whether a row continues the headings: its first cells are empty, as in `,Time,Place` below `Name,Results,`. */
function isSecondHeading(first: readonly string[], [second, third]: readonly string[][]): boolean {
  if (!second || !third || second[0] !== "" || third[0] === "" || third.length < second.length) return false;
  const gaps = second.some((cell, column) => cell !== "" && (first[column] ?? "") === "");
  return gaps && !second.some((cell) => cell !== "" && isValue(cell));
}
