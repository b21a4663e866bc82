import type { LabelWord } from "../../../text/label-words.ts";
import type { LabelledDocument } from "./document-lines.ts";
import type { Finding } from "./finding.ts";
import type { Cell, Line } from "./line.ts";
import { readValue } from "./read-value.ts";
import type { Field } from "./schema-fields.ts";

/** Minimum share of the field's words that the heads of row and column must have together. */
const minShare = 0.7;
const strangerPenalty = 0.12;
/** A table's heading may be below what a reader joined to the table. */
const maxHeadings = 5;
const maxTotalWords = 4;
/** Words that any amount may have beside those that tell it from others. */
const ofAnyAmount = ["amount", "total", "gross", "invoice", "currency"];

/** A label that lacks a word of the field proves less than heads that have all of them. */
const wholeShare = 0.99;

/** The same where the heads of row and column have every word of the field, and no other. */
export function findWholeInGrid(field: Field, document: LabelledDocument): Finding | null {
  const found = findInGrid(field, document);
  return found && found.score >= wholeShare ? found : null;
}

/**
 * Finds a value that has no label of its own: it is the cell where the row that has some words of the field meets the column
 * that has the others ("Q1" × "Revenue", "Total" × "VAT").
 */
export function findInGrid(field: Field, document: LabelledDocument): Finding | null {
  if (field.words.length === 0) return null;
  let best: Finding | null = null;
  let headings: Line[] = [];
  for (const [order, line] of document.lines.entries()) {
    if (line.grid === null) continue;
    if (line.row === 0) headings = [];
    const [head, ...cells] = line.cells;
    if (!head) continue;
    for (const [index, { text }] of cells.entries()) {
      const column = index + 1;
      if (text === "") continue;
      const score = Math.max(
        0,
        ...headings.map(({ cells: each }) => (each[column] ? scoreOf(field, head, each[column]) : 0)),
      );
      if (score <= (best?.score ?? minShare - 1e-9)) continue;
      const reading = readValue(field, text, document);
      if (reading) best = { reading, score, line, order };
    }
    if (headings.length < maxHeadings && isHeading(line)) headings.push(line);
  }
  return best;
}

/** A row whose cells have words and no amounts. Years and quarters are heads as well. */
const isHeading = ({ cells }: Line): boolean =>
  cells.slice(1).filter(({ text, words }) => words.length > 0 && !/\d[.,]\d|\d{3}/.test(text)).length > 0;

/** 0 unless both heads have words of the field, and one alone has not all. A total row needs none: it has all amounts. */
function scoreOf(field: Field, head: Cell, heading: Cell): number {
  const isTotal = field.kind === "money" && isTotalHead(head);
  const ofRow = wordsIn(field, head.words);
  const ofColumn = wordsIn(field, heading.words);
  const both = new Set([...ofRow, ...ofColumn]);
  if (ofColumn.size === 0 || both.size === ofRow.size) return 0;
  if (!isTotal && (ofRow.size === 0 || both.size === ofColumn.size)) return 0;
  const total = field.words.reduce((sum, { weight }) => sum + weight, 0);
  const matched = [...both].reduce((sum, index) => sum + (field.words[index]?.weight ?? 0), 0);
  const others = isTotal ? heading.words : [...head.words, ...heading.words];
  return matched / total - strangerPenalty * others.filter((word) => isStranger(field, word)).length;
}

const isTotalHead = ({ words }: Cell): boolean =>
  words.length <= maxTotalWords && words.some(({ meanings }) => meanings.includes("total"));

const wordsIn = (field: Field, words: LabelWord[]): Set<number> =>
  new Set(
    field.words.flatMap(({ meanings }, index) =>
      words.some((word) => word.meanings.some((meaning) => meanings.includes(meaning))) ? [index] : [],
    ),
  );

const isStranger = ({ words }: Field, word: LabelWord): boolean =>
  !word.meanings.some(
    (meaning) => ofAnyAmount.includes(meaning) || words.some(({ meanings }) => meanings.includes(meaning)),
  );
