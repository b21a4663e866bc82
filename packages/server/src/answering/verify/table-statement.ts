import type { Span } from "../../text/sentences.ts";
import { isStopWord } from "../../text/terms.ts";
import { comparableText } from "./comparable-text.ts";
import { evidenceSentences } from "./evidence-sentences.ts";
import { countNegations, plainWords } from "./fact-words.ts";
import { gridOf } from "./table-grid.ts";

/** A cell found in a statement: its column, and where the statement says it. */
type Said = { column: number; at: number; length: number };

/**
 * `isTrue`: each value is under the header it is said of. `isPlain`: the statement has nothing else. `line`: the row
 * in the table's text.
 */
export type TableRowStatement = { line: Span; isTrue: boolean; isPlain: boolean };

/**
 * Reads a statement as one about a row of a table: "Revenue, 2023: 1,204". It names the row and a value of the row, under
 * its header. Undefined when it is about no single row. Words of the headings above the table may be between the cells.
 */
export function readTableRow(
  statement: string,
  html: string,
  text: string,
  context: string,
): TableRowStatement | undefined {
  const { rows, headerRows } = gridOf(html);
  const said = plainCell(statement);
  const headers = columnHeaders(rows.slice(0, headerRows));
  const free = new Set(plainWords(context));
  let wrong: TableRowStatement | undefined;
  for (const row of rows.slice(headerRows)) {
    const cells = row.map(plainCell);
    const label = cells.findIndex((cell) => cell !== "");
    const values = findAll(cells, said, []);
    const named = findAll(
      headers.flat(),
      said,
      values,
      headers.map((each) => each.length),
    );
    const rest = restOf(said, [...values, ...named]).filter((word) => !isStopWord(word) && !free.has(word));
    const isPlain = rest.length === 0 && countNegations(restOf(said, [...values, ...named]).join(" ")) === 0;
    const isNamed = values.some(({ column }) => column === label);
    if (!isNamed || (values.length < 2 && named.length === 0)) continue;
    const line = lineOfRow(row, text);
    if (!line) continue;
    const otherNumbers = rest.some((word) => /\p{N}/u.test(word));
    const isTrue = values.length >= 2 && !otherNumbers && matchColumns(values, named, cells);
    if (isTrue && isPlain) return { line, isTrue, isPlain };
    // With numbers of other rows in a sentence of its own it is about no single row.
    const isAbout = rest.every((word) => /\p{N}/u.test(word)) || !otherNumbers;
    if (isAbout && (values.length >= 2 || named.length > 0)) wrong ??= { line, isTrue, isPlain };
  }
  return wrong;
}

const plainCell = (text: string): string => comparableText(text.replace(/\*\*|__/g, "")).text;

/** The texts of the header rows over each column. */
const columnHeaders = (rows: string[][]): string[][] => {
  const width = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: width }, (_, column) => [
    ...new Set(rows.map((row) => plainCell(row[column] ?? "")).filter((cell) => cell !== "")),
  ]);
};

/** Each cell's first free place in the statement; longer cells first, so that "12" is not found in "12 months". */
function findAll(cells: string[], said: string, taken: Said[], perColumn?: number[]): Said[] {
  const columns = perColumn
    ? perColumn.flatMap((count, column) => Array.from({ length: count }, () => column))
    : cells.map((_, column) => column);
  const order = cells.map((cell, index) => ({ cell, column: columns[index] ?? index }));
  order.sort((a, b) => b.cell.length - a.cell.length || a.column - b.column);
  const found: Said[] = [];
  for (const { cell, column } of order) {
    if (cell === "") continue;
    for (let at = said.indexOf(cell); at >= 0; at = said.indexOf(cell, at + 1)) {
      const end = at + cell.length;
      const isFree = [...taken, ...found].every((other) => end <= other.at || at >= other.at + other.length);
      if (!isFree || !standsAlone(said, at, end)) continue;
      found.push({ column, at, length: cell.length });
      break;
    }
  }
  return found.sort((a, b) => a.at - b.at);
}

const standsAlone = (text: string, start: number, end: number): boolean =>
  !/[\p{L}\p{N}\p{Sc}.,+-]$/u.test(text.slice(start - 1, start)) &&
  !/^(?:[\p{L}\p{N}%^]|\s?[%\p{Sc}]|[.,]\d)/u.test(text.slice(end, end + 2));

/** The words of the statement that are in none of the parts. */
function restOf(said: string, parts: Said[]): string[] {
  let rest = said;
  for (const { at, length } of parts) rest = rest.slice(0, at) + " ".repeat(length) + rest.slice(at + length);
  return plainWords(rest);
}

/** Values are under the headers that are named, in the same order; the first filled cell is the row's label. */
function matchColumns(values: Said[], named: Said[], cells: string[]): boolean {
  const label = cells.findIndex((cell) => cell !== "");
  const free = values.filter(({ column }) => column !== label).map(({ column }) => column);
  const under = [...new Set(named.map(({ column }) => column))].filter((column) => column !== label);
  if (under.length === 0) return free.length === 1 || isRising(free);
  if (free.some((column) => !under.includes(column))) return false;
  const headed = under.filter((column) => free.includes(column));
  return headed.join() === free.join();
}

const isRising = (columns: number[]): boolean =>
  columns.every((column, index) => index === 0 || column > (columns[index - 1] ?? 0));

function lineOfRow(row: string[], text: string): Span | undefined {
  const filled = [...new Set(row.filter((cell) => cell !== ""))].map((cell) => comparableText(cell).text);
  return evidenceSentences(text).find(({ start, end }) => {
    const line = comparableText(text.slice(start, end)).text;
    return filled.every((cell) => line.includes(cell));
  });
}
