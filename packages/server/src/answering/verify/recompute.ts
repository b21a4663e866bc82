import type { Computed, Passage } from "../answerer.ts";
import { comparableText } from "./comparable-text.ts";
import { findQuote } from "./find-quote.ts";
import { type NumberFact, numberFacts } from "./number-facts.ts";
import { gridOf } from "./table-grid.ts";
import type { Support, VerifiedStatement } from "./verified-statement.ts";

/** How exact a written result is expected to be: it may be rounded to the digits it shows. */
const roundingOf = (written: string): number =>
  0.5 * 10 ** -(/[.,](\d{1,2}|\d{4,})$/.exec(written)?.[1]?.length ?? 0);

/**
 * A computed value is verified when the cited rows give it: each row is in its passage, and the operation over the
 * column's cells of these rows gives a number that the statement says. Other numbers of the statement must be in the rows.
 */
export function recompute(
  text: string,
  computed: Computed,
  passages: Passage[],
): VerifiedStatement | undefined {
  const { operation, column, rows } = computed;
  const places = rows.map((row) => ({
    ...row,
    found: findQuote(row.text, passages[row.passage]?.text ?? ""),
  }));
  if (places.length === 0 || places.some(({ found }) => !found)) return undefined;
  const distinct = new Set(places.map(({ passage, found }) => `${passage}/${found?.start}`));
  if (distinct.size < places.length) return undefined;
  const values =
    operation === "count" ? [] : rows.map((row) => valueInColumn(row.text, column, passages[row.passage]));
  if (values.includes(undefined)) return undefined;
  const result = resultOf(operation, values as number[], rows.length);
  const said = numberFacts(text);
  const exact = operation === "average" ? Math.max(...figuresOf(text).map(roundingOf), 1e-9) : 1e-6;
  const isResult = (fact: NumberFact) => fact.values.some((value) => Math.abs(value - result) <= exact);
  if (!said.some(isResult)) return undefined;
  const header = new Set(rows.map(({ passage }) => headerLine(passages[passage])));
  const shown = numberFacts([...header, column, ...rows.map((row) => row.text)].join("\n"));
  const isShown = (fact: NumberFact) =>
    shown.some((other) => other.values.some((value) => fact.values.includes(value)));
  if (said.some((fact) => !isResult(fact) && !isShown(fact))) return undefined;
  return { text, supports: supportsOf(places, passages), verdict: "verified" };
}

const figuresOf = (text: string): string[] => text.match(/\d+(?:[.,]\d+)*/g) ?? [];

function resultOf(operation: Computed["operation"], values: number[], count: number): number {
  const sum = values.reduce((total, value) => total + value, 0);
  switch (operation) {
    case "count":
      return count;
    case "sum":
      return sum;
    case "average":
      return sum / count;
    case "max":
      return Math.max(...values);
    case "min":
      return Math.min(...values);
  }
}

/** The number in a row's cell under a header. */
function valueInColumn(line: string, column: string, passage: Passage | undefined): number | undefined {
  const plain = (text: string) => comparableText(text).text;
  // Most formats write each cell with its header before it: `2023: 31`.
  const label = `${plain(column)}: `;
  const labelled =
    column === "" ? undefined : line.split(" | ").find((cell) => plain(cell).startsWith(label));
  if (labelled !== undefined) return numberFacts(plain(labelled).slice(label.length))[0]?.values[0];
  const grid = passage?.html === undefined ? lineGrid(passage?.text ?? "") : gridOf(passage.html);
  const index = (grid.rows.slice(0, grid.headerRows).at(-1) ?? []).findIndex(
    (cell) => plain(cell) === plain(column),
  );
  const wanted = plain(line);
  const row = grid.rows.slice(grid.headerRows).find((cells) => {
    const filled = cells.filter((cell) => cell !== "").map(plain);
    return filled.length > 0 && filled.join(" | ") === wanted;
  });
  return index < 0 ? undefined : numberFacts(row?.[index] ?? "")[0]?.values[0];
}

const lineGrid = (text: string) => ({
  rows: text.split("\n").map((line) => line.split(" | ").map((cell) => cell.trim())),
  headerRows: 1,
});

const headerLine = (passage: Passage | undefined): string => passage?.text.split("\n")[0] ?? "";

/** One quote for each passage: its header and the rows, in the order of the table. */
function supportsOf(
  places: { passage: number; found: { start: number; end: number } | undefined }[],
  passages: Passage[],
): Support[] {
  const positions = [...new Set(places.map(({ passage }) => passage))];
  return positions.map((passage) => {
    const text = passages[passage]?.text ?? "";
    const rows = places.flatMap((place) => (place.passage === passage && place.found ? [place.found] : []));
    rows.sort((a, b) => a.start - b.start);
    const header = headerLine(passages[passage]);
    const first = rows[0]?.start ?? 0;
    const lines = [...(first > 0 ? [header] : []), ...rows.map(({ start, end }) => text.slice(start, end))];
    return { passage, span: { start: 0, end: rows.at(-1)?.end ?? text.length }, quote: lines.join("\n") };
  });
}
