import Papa from "papaparse";
import { decodeText } from "../../charset/charset.ts";
import { withCharset } from "../../charset/charset-metadata.ts";
import type { ParsedElement } from "../../element.ts";
import { tableBlock, titleBlock } from "../../markup/blocks.ts";
import { firstRowIsHeading, isValue } from "../../markup/header-rows.ts";
import { cleanText, collapseSpaces } from "../../markup/plain-text.ts";
import type { TableCell } from "../../markup/table-cell.ts";
import { ParseError } from "../../parse-error.ts";
import type { ParseContext, ParsedDocument, ParseInput } from "../../parser.ts";
import { refuseBinary } from "../text/refuse-binary.ts";
import { sniffDelimiter } from "./sniff-delimiter.ts";

/** Maximum rows in one Table element. Each element repeats the headings, so that it can be read alone. */
const maxTableRows = 50;
/** A table also ends after this many characters, so tables with long rows are short. */
const maxTableCharacters = 64_000;
/** Files with more text than this have no `markdown`, to limit memory. Their `html` says the same. */
const maxCharactersWithMarkdown = 20_000_000;
/**
 * Limits on repeated headings and the empty cells below them: this many times the text of a table, and this much in any
 * case.
 */
const maxRepetition = 8;
const charactersToRepeat = 4_000;
const rowsBetweenReports = 5_000;
const maxTitleLines = 3;
/** The number of rows that is enough to tell titles and headings from data. */
const openingRows = 40;

/**
 * Parses CSV and TSV. The file is one table, cut into pieces when it is long. Lines with a single value above it are
 * titles.
 */
export async function parseDelimited(input: ParseInput, context: ParseContext): Promise<ParsedDocument> {
  if (input.bytes.length === 0)
    throw new ParseError("This file is empty. Check the file and upload it again.");
  const { text: raw, ...encoding } = decodeText(input.bytes);
  refuseBinary(raw, input);
  const expected = input.extension === "tsv" ? "\t" : ",";
  // This delimiter never occurs, so each line is one value.
  const delimiter = sniffDelimiter(raw, expected) ?? "\u001f";
  const text = raw.replace(/^sep=[,;|\t]\r?\n/i, "");
  const table = tableCollector(text.length <= maxCharactersWithMarkdown);
  const total = countLines(text);
  let rows = 0;
  Papa.parse<string[]>(text, {
    delimiter,
    quoteChar: quoteCharacter(text, delimiter),
    skipEmptyLines: "greedy",
    step: ({ data }) => {
      if (rows % rowsBetweenReports === 0)
        context.onProgress({ done: rows, total: Math.max(total, rows), unit: "rows" });
      rows += 1;
      table.add(data.map((cell) => collapseSpaces(cleanText(cell))));
    },
  });
  const elements = table.finish();
  if (elements.length === 0)
    throw new ParseError(
      "The file contains no values, only separators or white space. Check the file and upload it again.",
    );
  context.onProgress({ done: rows, total: rows, unit: "rows" });
  return { elements: withCharset(elements, encoding), totalPages: 1, failedPages: [] };
}

/**
 * When a quote does not close, papaparse reads the rest of the file as one value. Quotes are then plain characters. An
 * odd number of quotes at the edges of values shows this case.
 */
function quoteCharacter(text: string, delimiter: string): string {
  let quotes = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) quotes += 1;
  if (quotes % 2 === 0) return '"';
  let unclosed = false;
  Papa.parse(text, {
    delimiter,
    step: ({ errors }) => {
      unclosed ||= errors.some((error) => error.code === "MissingQuotes");
    },
  });
  return unclosed ? "\u0000" : '"';
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

/** Takes rows one by one. It makes an element as soon as a table is full. */
function tableCollector(withMarkdown: boolean) {
  const elements: ParsedElement[] = [];
  let opening: string[][] | undefined = [];
  let headings: TableCell[][] = [];
  let rows: string[][] = [];
  let headingWidth = 0;
  let headingCost = costOf([]);
  let characters = 0;
  let firstRow = 1;
  let rowNumber = 0;

  const closeTable = () => {
    if (rows.length === 0) return;
    const rowsWidth = Math.max(...rows.map((row) => row.length));
    const allowance = charactersToRepeat + maxRepetition * characters;
    const repeats = headingCost.columns * rows.length + headingCost.characters <= allowance;
    // The first table has all headings, including those over empty columns, so that they are read once in any case.
    const shown = repeats || firstRow === 1 ? headings : headingsOver(rows, rowsWidth, allowance);
    const width = repeats ? Math.max(headingWidth, rowsWidth) : rowsWidth;
    const pad = (row: string[]) =>
      Array.from({ length: width }, (_, column) => ({ text: row[column] ?? "" }));
    const metadata = { first_row: firstRow, last_row: rowNumber };
    const element = tableBlock([...shown, ...rows.map(pad)], shown.length, { pageNumber: 1, metadata });
    if (element && !withMarkdown) delete element.markdown;
    if (element) elements.push(element);
    rows = [];
    characters = 0;
    firstRow = rowNumber + 1;
  };
  /**
   * When repeating all headings costs far more than the rows are worth, only the headings of used columns are repeated,
   * or none when these cost too much as well.
   */
  const headingsOver = (some: readonly string[][], width: number, allowance: number): TableCell[][] => {
    const over = headings.map((row) => firstColumns(row, width));
    const { columns, characters } = costOf(over);
    return columns * some.length + characters <= allowance ? over : [];
  };
  const addRow = (row: string[]) => {
    rows.push(row);
    rowNumber += 1;
    characters += row.reduce((sum, cell) => sum + cell.length + 1, 0);
    if (rows.length >= maxTableRows || characters >= maxTableCharacters) closeTable();
  };
  const open = () => {
    const { titles, body } = splitTitles(opening ?? []);
    opening = undefined;
    for (const title of titles) {
      const block = titleBlock([{ text: title }], 1, { pageNumber: 1 });
      if (block) elements.push(block);
    }
    // When all cells are text, files of this kind usually have a heading row.
    const named = firstRowIsHeading(body) !== "no";
    const first = named ? body.shift() : undefined;
    const second = first && isSecondHeading(first, body) ? body.shift() : undefined;
    headingWidth = Math.max(first?.length ?? 0, second?.length ?? 0);
    if (first) headings = second ? [groupHeadings(first, second), cells(second)] : [cells(first)];
    headingCost = costOf(headings);
    for (const row of body) addRow(row);
  };
  return {
    add(row: string[]) {
      const trimmed = row.slice(0, row.findLastIndex((cell) => cell !== "") + 1);
      if (trimmed.length === 0) return;
      if (!opening) return addRow(trimmed);
      opening.push(trimmed);
      if (opening.length >= openingRows) open();
    },
    finish(): ParsedElement[] {
      if (opening) open();
      closeTable();
      return elements;
    },
  };
}

/** The columns that headings span and the characters in them. This is the cost of repeating them. */
function costOf(headings: readonly TableCell[][]): { columns: number; characters: number } {
  const columns = headings.map((row) => row.reduce((sum, cell) => sum + (cell.colspan ?? 1), 0));
  const characters = headings.flat().reduce((sum, { text }) => sum + text.length, 0);
  return { columns: Math.max(0, ...columns), characters };
}

function firstColumns(row: readonly TableCell[], width: number): TableCell[] {
  const kept: TableCell[] = [];
  let column = 0;
  for (const cell of row) {
    if (column >= width) break;
    const columns = Math.min(cell.colspan ?? 1, width - column);
    kept.push(columns > 1 ? { ...cell, colspan: columns } : { text: cell.text });
    column += columns;
  }
  return kept;
}

const cells = (row: readonly string[]): TableCell[] => row.map((text) => ({ text }));

/** Whether a row continues the headings: its first cells are empty, as in `,Time,Place` below `Name,Results,`. */
function isSecondHeading(first: readonly string[], [second, third]: readonly string[][]): boolean {
  if (!second || !third || second[0] !== "" || third[0] === "" || third.length < second.length) return false;
  const gaps = second.some((cell, column) => cell !== "" && (first[column] ?? "") === "");
  return gaps && !second.some((cell) => cell !== "" && isValue(cell));
}

/** A heading followed by empty cells that the row below fills is the heading of those columns too. */
function groupHeadings(first: readonly string[], second: readonly string[]): TableCell[] {
  const grouped: TableCell[] = [];
  for (let column = 0; column < Math.max(first.length, second.length); column += 1) {
    const last = grouped.at(-1);
    const text = first[column] ?? "";
    if (last && text === "" && (second[column] ?? "") !== "") last.colspan = (last.colspan ?? 1) + 1;
    else grouped.push({ text });
  }
  return grouped;
}

/** Up to three lines with a single value, above rows with several values, are titles and not data. */
function splitTitles(rows: string[][]): { titles: string[]; body: string[][] } {
  const start = rows.findIndex((row) => row.length > 1);
  if (start <= 0 || start > maxTitleLines || rows.length - start < 2) return { titles: [], body: rows };
  return { titles: rows.slice(0, start).map((row) => row[0] ?? ""), body: rows.slice(start) };
}
