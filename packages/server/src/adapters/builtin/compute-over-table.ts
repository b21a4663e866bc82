import type { Computed, Passage, Statement } from "../../answering/answerer.ts";
import { decimalSignOf, numbersIn } from "../../text/numbers.ts";
import { foldAccents } from "../../text/terms.ts";
import { type AnswerTable, rowText } from "./answer-table.ts";
import type { Candidate } from "./candidate-sentences.ts";
import { computedText } from "./computed-text.ts";
import { matches, matchOf, type WordTools } from "./narrow-row.ts";
import type { Question } from "./question.ts";
import { type AskedOperation, isSummary, operationIn, type TableOperation } from "./table-operations.ts";

const minRows = 2;
/** Maximum rows that a computed value may cite. */
const maxRows = 500;
/** Share of a column's cells that must be numbers. */
const minNumbers = 0.6;
/** Share of the question's weight that the table must say, in its headings, its column or the row it names. */
const minCoverage = 0.6;

type ReadTable = { table: AnswerTable; passage: number; heading: string; text: string };
type Column = { index: number; values: (number | null)[] };

/**
 * Counts, sums, averages and extremes over one table, when the question asks for one and names the table and its
 * column. The rows are cited, so that anybody can compute it again. Undefined when it can't be decided.
 */
export function computeOverTable(
  question: Question,
  candidates: Candidate[],
  passages: Passage[],
  tools: WordTools,
): Statement | undefined {
  const asked = operationIn(question.text);
  if (!asked) return undefined;
  const operands = withoutWords(question, asked.words, tools);
  let best: { statement: Statement; coverage: number } | undefined;
  for (const read of tablesOf(candidates, passages)) {
    const found = computeOver(operands, asked, read, tools);
    if (found && found.coverage > (best?.coverage ?? 0)) best = found;
  }
  return best?.statement;
}

/** Each table once, best passage first. */
function tablesOf(candidates: Candidate[], passages: Passage[]): ReadTable[] {
  const tables = new Map<AnswerTable, ReadTable>();
  for (const { row, passage, headings } of candidates)
    if (row && !tables.has(row.table))
      tables.set(row.table, {
        table: row.table,
        passage,
        heading: headings,
        text: passages[passage]?.text ?? "",
      });
  return [...tables.values()];
}

/** The question without the words that name the operation. */
function withoutWords(question: Question, words: string, { reader }: WordTools): Question {
  const named = new Set(reader.stems(words));
  return { ...question, terms: question.terms.filter(({ stem }) => !named.has(stem)) };
}

function computeOver(
  question: Question,
  { operation, words, column: meant }: AskedOperation,
  { table, passage, heading, text: source }: ReadTable,
  tools: WordTools,
): { statement: Statement; coverage: number } | undefined {
  // A table that has the value as a column or a row of its own is quoted.
  const ownWords = tools.reader.stems(words);
  const says = (text: string) => tools.reader.stems(text).some((word) => ownWords.includes(word));
  const isExtremeOrSum = operation !== "count" && !meant;
  if (isExtremeOrSum && (table.columns.some(says) || table.rows.some((row) => says(row[0] ?? ""))))
    return undefined;
  const entries = table.rows.flatMap((row, index) => (row.some(isSummary) ? [] : [index]));
  const rows = meant ? rowsMeant(question, table, heading, entries, tools) : entries;
  if (rows.length < minRows || rows.length > maxRows) return undefined;
  // A question that names one row asks for that row.
  if (!meant && rows.some((index) => matchOf(question, table.rows[index]?.[0] ?? "", tools) >= 1))
    return undefined;
  const total = question.terms.reduce((sum, { share }) => sum + share, 0);
  if (total === 0 && !meant) return undefined;
  const column = operation === "count" ? { index: 0, values: [] } : columnFor(question, table, tools, meant);
  if (!column) return undefined;
  const context = [
    table.columns[0],
    table.columns[column.index],
    heading,
    operation === "count" ? "table list row entry" : "",
  ];
  const coverage = meant ? 1 : matchOf(question, context.join(" "), tools) / total;
  if (coverage < minCoverage) return undefined;
  const cited = rows.filter((index) => operation === "count" || column.values[index] !== null);
  const value = computedValue(
    operation,
    cited.map((index) => column.values[index] ?? 0),
  );
  // The first cell may be a code: a person who asks for the cheapest wants to know what it is.
  const shown = meant ? undefined : new Set([0, column.index]);
  const extreme = cited.find((index) => column.values[index] === value);
  const computed: Computed = {
    operation,
    column: table.columns[column.index] ?? "",
    rows: cited.map((index) => ({ passage, text: lineOf(table, index, source) })),
  };
  const text =
    operation === "max" || operation === "min"
      ? rowText(table, extreme ?? 0, shown)
      : computedText(question.language, computed, value, decimalSignOf(table.rows.flat().join(" ")));
  return { statement: { text, passages: [passage], computed }, coverage };
}

/** The line of a table's text that holds a row. Signs may be in cells of their own there. */
function lineOf(table: AnswerTable, index: number, text: string): string {
  const plain = (each: string) => ` ${(each.match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")} `;
  const cells = (table.rows[index] ?? []).filter((cell) => cell !== "").map(plain);
  const line = text.split("\n").find((each) => {
    const said = plain(each);
    return cells.every((cell) => said.includes(cell));
  });
  return line?.trim() ?? rowText(table, index);
}

/** Share of the question's weight that headings must say where no row says the rest. */
const minHeaded = 0.5;

/**
 * "The cheapest greenhouse": the rows that say what the question says and no heading does. All of them where headings say half of it and
 * no row any of the rest; none where a row says a part of the rest only.
 */
function rowsMeant(
  { terms }: Question,
  table: AnswerTable,
  heading: string,
  rows: number[],
  tools: WordTools,
): number[] {
  const stemsOf = (texts: string[]): string[] => tools.reader.stems(texts.join(" "));
  const around = stemsOf([...table.columns, heading]);
  const says = (words: string[], stem: string) => words.some((word) => matches(stem, word, tools));
  const telling = terms.filter(({ stem }) => !says(around, stem));
  const said = rows.map((index) =>
    telling.filter(({ stem }) => says(stemsOf(table.rows[index] ?? []), stem)),
  );
  const weight = (some: Question["terms"]) => some.reduce((sum, { share }) => sum + share, 0);
  const isHeaded = weight(telling) <= weight(terms) * (1 - minHeaded);
  if (isHeaded && said.every((some) => some.length === 0)) return rows;
  return rows.filter((_, position) => said[position]?.length === telling.length);
}

/** The column of numbers that the question means, or names best; undefined when it names none and there are several. */
function columnFor(
  question: Question,
  table: AnswerTable,
  tools: WordTools,
  meant: RegExp | undefined,
): Column | undefined {
  const decimal = decimalSignOf(table.rows.flat().join(" "));
  const numeric = table.columns.flatMap((heading, index) => {
    const cells = table.rows.map((row) => row[index] ?? "");
    const values = cells.map((cell) => onlyNumber(cell, decimal));
    const filled = cells.filter((cell) => cell !== "").length;
    const numbers = values.filter((value) => value !== null).length;
    return index > 0 && numbers >= minRows && numbers >= filled * minNumbers
      ? [
          {
            index,
            values,
            match: meant && !meant.test(foldAccents(heading)) ? -1 : matchOf(question, heading, tools),
          },
        ]
      : [];
  });
  const [best, second] = numeric.sort((a, b) => b.match - a.match);
  if (!best || best.match < 0 || (second && best.match === second.match)) return undefined;
  return best;
}

function onlyNumber(cell: string, decimal: ReturnType<typeof decimalSignOf>): number | null {
  const [number, ...more] = numbersIn(cell, decimal);
  return number && more.length === 0 ? number.value : null;
}

function computedValue(operation: TableOperation, values: number[]): number {
  const sum = values.reduce((total, value) => total + value, 0);
  switch (operation) {
    case "count":
      return values.length;
    case "sum":
      return Number(sum.toPrecision(12));
    case "average":
      return sum / values.length;
    case "max":
      return Math.max(...values);
    case "min":
      return Math.min(...values);
  }
}
