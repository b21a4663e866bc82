import type { LabelledDocument } from "./document-lines.ts";
import { type Finding, noValue, textual } from "./finding.ts";
import { hasLabelsOnly, isHeading } from "./heading-rows.ts";
import { isTotal, type LabelMatch } from "./label-match.ts";
import type { Cell, Line } from "./line.ts";
import { besideAndBelow } from "./neighbours.ts";
import { type Reading, readCheckedIban, readValue } from "./read-value.ts";
import type { Field } from "./schema-fields.ts";
import { isLabelRow } from "./table-grid.ts";
import {
  countBefore,
  farthestNumber,
  hasOwnLabel,
  isDated,
  labelsOnly,
  nextLabelFirst,
  ownLabel,
  rateBefore,
  readAfter,
  separatorIn,
} from "./text-after-label.ts";
import { asksForOtherPeriod, isHeadedByOtherPeriod, yearColumn } from "./year-column.ts";

/** Weights of the places of a value: after the label, in the next cell, beside or below the label. */
const places = { after: 1, nextCell: 0.97, beside: 0.92, below: 0.85 } as const;
/** What a value loses for each character between it and its label. */
const perCharacter = 0.004;
/** Penalty of an amount without decimals or currency. */
const bareAmount = 0.1;
/** Maximum characters before a label whose value is elsewhere. */
const farthestLabel = 25;
/** What may remain in a line after a label whose value is elsewhere: a currency, a remark in brackets. */
const unitOnly = /^(?:\([^)]*\)|\p{Sc}|\p{Lu}{2,3}|in|%|[^\p{L}\p{N}])*$/u;
/** Maximum distance of a value from its label. A value further away belongs to something else. */
const farthest = 60;

type Place = { document: LabelledDocument; line: Line; column: number; cell: Cell; order: number };

/** The value of a field at a label of its own; `noValue` where the label says that there is none. */
export function valueAt(field: Field, label: LabelMatch, place: Place): Finding | null | typeof noValue {
  const { document, line, column, cell, order } = place;
  const rate = field.kind === "percentage" ? rateBefore(cell.text.slice(0, label.start)) : null;
  const before = rate === null ? null : readValue(field, rate, document);
  if (before) return finding(field, { reading: before, score: label.score * places.after, line, order });
  const count = field.kind === "number" ? countBefore(cell.text.slice(0, label.start)) : null;
  const counted = count === null ? null : readValue(field, count, document);
  if (counted) return finding(field, { reading: counted, score: label.score * places.after, line, order });
  const rest = cell.text.slice(label.end);
  const separator = separatorIn(rest);
  const after = rest.slice(separator.length);
  const split = /[:：=]/.test(separator);
  // In a line of several labels the next one may follow at once: "Driver: Km: 102".
  if (split && label.start > 0 && textual.has(field.kind) && nextLabelFirst.test(after)) return noValue;
  if (/[\p{L}\p{N}]/u.test(after) && (split || !textual.has(field.kind))) {
    const reading = readAfter(field, after, split, document);
    const isFar =
      reading &&
      reading.start > (field.kind === "identifier" ? farthestNumber(label, cell, reading) : farthest);
    if (reading && !isFar && !(field.kind === "money" && isBare(reading) && amountBeside(line, column))) {
      const distance = perCharacter * (isDated(field, after, reading) ? 0 : reading.start);
      return finding(field, { reading, score: label.score * places.after - distance, line, order });
    }
    if (!reading && split && !ownLabel.test(after)) return noValue;
  }
  const nextCell = line.cells.slice(column + 1).find(({ text }) => text !== "");
  const isAbove =
    isHeading(line, document) ||
    hasLabelsOnly(line) ||
    (line.grid !== null && isLabelRow(line.grid, line.row));
  if (nextCell && !(textual.has(field.kind) && isAbove)) {
    const further = furtherCell(field, line, column, document);
    if (further)
      return finding(field, { reading: further, score: label.score * places.nextCell, line, order });
    if (!isAbove && line.grid !== null) return noValue;
  }
  if (!nextCell && isEmptyBeside(document, line, column, order)) return noValue;
  // Only labels have values beside or below them. Words in the middle of a sentence do not.
  if (label.start > farthestLabel) return null;
  // "Royal Marches Hospital" above a line is a name and no label of it.
  if (textual.has(field.kind) && isPartOfName(label, cell)) return null;
  const isTaken = textual.has(field.kind) || !unitOnly.test(after);
  if (/[\p{L}\p{N}]/u.test(after) && isTaken && !labelsOnly.test(after)) return null;
  for (const { text, place: where, line: other } of besideAndBelow(document, line, column, order)) {
    const reading = readValue(field, text, document);
    if (reading && reading.start <= farthest && !hasOwnLabel(field, text, reading, document)) {
      return finding(field, { reading, score: label.score * places[where], line: other, order });
    }
  }
  return null;
}

/** Capitalised behind a word that is none of a label, or behind another label. */
const isPartOfName = ({ start }: LabelMatch, { words, text }: Cell): boolean =>
  /[:：]/.test(text.slice(0, start)) ||
  (/\p{Lu}/u.test(text.charAt(start)) && words.some((word) => word.end <= start && !word.known));

/** Whether a row is a label without a value: the rows next to it in its table have both, in the same columns. */
function isEmptyBeside({ lines }: LabelledDocument, { grid, cells }: Line, column: number, order: number) {
  if (grid === null || column === cells.length - 1 || cells.filter(({ text }) => text !== "").length > 1)
    return false;
  return [lines[order - 1], lines[order + 1]].some(
    (next) => next?.grid === grid && next.cells[column]?.text && next.cells[column + 1]?.text,
  );
}

/**
 * The first value in the cells to the right of a label. For a total it is the largest, because the values before it are
 * its parts.
 */
function furtherCell(field: Field, line: Line, column: number, document: LabelledDocument): Reading | null {
  const ofYear = field.year === null ? undefined : yearColumn(field.year, line);
  // A table with columns of years has none for this year.
  if (ofYear === null) return null;
  if (ofYear !== undefined) return readValue(field, line.cells[ofYear]?.text ?? "", document);
  const readings = ownCells(line, column)
    .filter((cell) => asksForOtherPeriod(field) || !isHeadedByOtherPeriod(line, line.cells.indexOf(cell)))
    .flatMap(({ text }) => readValue(field, text, document) ?? []);
  if (isTotal(field)) readings.sort((a, b) => Number(b.value) - Number(a.value));
  return readings[0] ?? null;
}

/** The cells to the right of a label, up to the next label: "Floor | ground | Rooms | 4". */
function ownCells({ cells }: Line, column: number): Cell[] {
  const right = cells.slice(column + 1);
  const isWords = (cell: Cell | undefined): boolean =>
    cell !== undefined && cell.words.length > 0 && !/\d/.test(cell.text) && !unitOnly.test(cell.text);
  const end = right.findIndex(
    (cell, at) =>
      at > 0 &&
      isWords(cell) &&
      (isWords(right[at - 1]) || cell.text.endsWith(":") || cell.words.every(({ known }) => known)),
  );
  return end < 0 ? right : right.slice(0, end);
}

/** An amount without decimals and currency could also be a count. */
const isBare = ({ text }: Reading): boolean => !/[.,]\d{2}\b|[^\d\s.,()-]/.test(text);

/** "Standing charge, 31 days | £15.87": what the row names is counted in the label and paid in the next cell. */
const amountBeside = ({ cells }: Line, column: number): boolean =>
  cells.slice(column + 1).some(({ text }) => /\d[.,]\d{2}(?!\d)/.test(text));

/** An amount that could also be a count is less sure, and an account number with wrong check digits may be misread. */
function finding({ kind }: Field, found: Finding): Finding {
  if (kind === "money" && isBare(found.reading)) return { ...found, score: found.score - bareAmount };
  return kind === "iban" && readCheckedIban(found.reading.text) === null
    ? { ...found, basis: "form" }
    : found;
}
