import type { Basis } from "../../../structured/extractor.ts";
import { isLabelNumber, type LabelWord, neutralMeanings } from "../../../text/label-words.ts";
import { propertyNameWords } from "../../../text/property-name-words.ts";
import { foldAccents } from "../../../text/terms.ts";
import type { LabelledDocument } from "./document-lines.ts";
import { hasLabelsOnly, isHeading } from "./heading-rows.ts";
import { ownerOfLabel, ownerOfName, partyOfOwner } from "./label-owner.ts";
import type { Cell, CellPlace, Line } from "./line.ts";
import { besideAndBelow } from "./neighbours.ts";
import { isOfAnother } from "./numbered-labels.ts";
import { type Reading, readCheckedIban, readValue } from "./read-value.ts";
import type { Field } from "./schema-fields.ts";
import { isLabelRow } from "./table-grid.ts";
import { asksForOtherPeriod, isHeadedByOtherPeriod, yearColumn } from "./year-column.ts";

/** A value found at a label, with its place and how sure it is (0 to 1 and a little more). */
export type Finding = {
  reading: Reading;
  score: number;
  line: Line;
  order: number;
  /** What else than its finder says ties the value to its field. */
  basis?: Basis;
  /** Further lines that hold words of the value. */
  others?: { text: string; line: Line }[];
};

/** Minimum match. A weaker label belongs to another field. */
const minScore = 0.55;
/** Minimum match for text values. Text fits any label, so the label must clearly be the field's own. */
const minOfText = 0.7;
/** Minimum match for numbers of papers, people and things: nearly everything on a paper has one. */
const minOfNumber = 0.6;
/** Bonus of a label that is the field's own name. */
const ownName = 0.1;
/** Penalties for a total of zero, and for an amount without decimals or currency. */
const emptyTotal = 0.2;
const bareAmount = 0.1;
/** Words beside "total" that mean the final total. */
const finality: Record<string, number> = { gross: 0.05, due: 0.08, rounding: 0.06 };
/** Weights of the places of a value: after the label, in the next cell, beside or below the label. */
const places = { after: 1, nextCell: 0.97, beside: 0.92, below: 0.85 } as const;
const penalties = {
  knownWord: 0.25,
  unknownWord: 0.12,
  inside: 0.1,
  perCharacter: 0.004,
  /** "Phone 2" for a field without a number; "Q1 revenue" is never "revenue". */
  number: 0.2,
  part: 0.6,
} as const;
/** Maximum characters before a label whose value is elsewhere. */
const farthestLabel = 25;
/** What may remain in a line after a label whose value is elsewhere: a currency, a remark in brackets. */
const unitOnly = /^(?:\([^)]*\)|\p{Sc}|\p{Lu}{2,3}|in|%|[^\p{L}\p{N}])*$/u;
/** Maximum distance of a value from its label. A value further away belongs to something else. */
const farthest = 60;
/** Kinds of values that any text may be. */
export const textual: ReadonlySet<string> = new Set([
  "text",
  "organisation",
  "customer",
  "person",
  "address",
]);

type LabelMatch = { score: number; start: number; end: number };

/** A label says that there is no value: "Due date: to be agreed", an empty cell beside "Discount". */
export const noValue = Symbol("no value");
/** Minimum match of a label that says so. */
const minOfDenial = 0.9;

/** The best value for a field at a label of the document. Null when no label matches, or when none has a suitable value. */
export function findLabelled(field: Field, document: LabelledDocument): Finding | null {
  const found = readLabels(field, document);
  return found === noValue ? null : found;
}

/** The same, and `noValue` where the field's own label has no value that fits. */
export function readLabels(field: Field, document: LabelledDocument): Finding | null | typeof noValue {
  if (field.words.length === 0) return null;
  let findings: Finding[] = [];
  let isDenied = false;
  /** The same at a label that is the field's own name. */
  let isDeniedByName = false;
  const named = new Set<Finding>();
  const lowest = textual.has(field.kind) ? minOfText : field.kind === "identifier" ? minOfNumber : minScore;
  for (const { order, column } of cellsFor(field, document)) {
    const line = document.lines[order];
    const cell = line?.cells[column];
    if (!line || !cell) continue;
    for (const label of labelsIn(cell, field)) {
      const found =
        label.score < lowest ? null : valueAt(field, label, { document, line, column, cell, order });
      const isNamed = isNameOf(field, cell.text.slice(label.start, label.end));
      if (found === noValue) {
        isDenied ||= label.score >= minOfDenial;
        isDeniedByName ||= isNamed;
      } else if (found) {
        const own = isNamed ? { ...found, score: found.score + ownName } : found;
        findings.push(own);
        if (isNamed) named.add(own);
      }
    }
  }
  // "Phone: none" above "Mobile: 0151 …": another word for the field has the value of another field.
  if (isDeniedByName && !isTotal(field)) findings = findings.filter((each) => named.has(each));
  const best = isTotal(field) ? mostAgreed(findings) : firstBest(findings);
  return best === null && isDenied ? noValue : best;
}

const isNameOf = ({ name }: Field, label: string): boolean =>
  plainName(label) === plainName(propertyNameWords(name));

/** Names of properties have no accents, and write umlauts out. */
const plainName = (text: string): string => foldAccents(text.trim()).replace(/([aou])e/g, "$1");

/** The cells that could hold a label of the field, in order. */
function cellsFor(field: Field, document: LabelledDocument): CellPlace[] {
  if (field.quoted.length > 0) {
    return document.lines.flatMap(({ cells }, order) => cells.map((_, column) => ({ order, column })));
  }
  const places = new Map<string, CellPlace>();
  for (const meaning of new Set(field.words.flatMap(({ meanings }) => meanings))) {
    for (const place of document.places.get(meaning) ?? [])
      places.set(`${place.order} ${place.column}`, place);
  }
  return [...places.values()].sort((a, b) => a.order - b.order || a.column - b.column);
}

const firstBest = (findings: Finding[]): Finding | null =>
  findings.reduce<Finding | null>(
    (best, next) => (best && best.score >= next.score - 1e-9 ? best : next),
    null,
  );

const isTotal = ({ kind, words, hints }: Field): boolean =>
  kind === "money" &&
  (words.some(({ meanings }) => meanings.includes("total")) ||
    (hints.has("total") &&
      words.every(({ meanings }) => meanings.some((meaning) => ["amount", "due"].includes(meaning)))));

/** Words after a label that may belong to it. */
const maxFollowing = 4;

/** Weight of a further label with the same value. */
const agreement = 0.05;
/** How close to the best label's score a further label must be to count. */
const agreeing = 0.15;

/**
 * A total appears in several places under several labels. Returns the amount that most of them give; of equals, the
 * larger one.
 */
function mostAgreed(findings: Finding[]): Finding | null {
  const votes = new Map<number, { finding: Finding; score: number }>();
  for (const finding of findings) {
    const amount = Number(finding.reading.value);
    const weighed = amount === 0 ? { ...finding, score: finding.score - emptyTotal } : finding;
    const known = votes.get(amount);
    if (!known) votes.set(amount, { finding: weighed, score: weighed.score });
    else {
      const best = weighed.score > known.finding.score ? weighed : known.finding;
      const agrees = Math.min(weighed.score, known.finding.score) >= best.score - agreeing;
      votes.set(amount, {
        finding: best,
        score: Math.max(weighed.score, known.score) + (agrees ? agreement : 0),
      });
    }
  }
  const [best] = [...votes.entries()].sort(([a, x], [b, y]) => y.score - x.score || b - a);
  return best?.[1].finding ?? null;
}

/** The places of a field's label in a cell: runs of words that the field's name consists of. */
export function labelsIn(cell: Cell, field: Field): LabelMatch[] {
  const { words, text } = cell;
  const lower = text.toLowerCase();
  const matches: LabelMatch[] = field.quoted.flatMap((quote) => {
    const start = lower.indexOf(quote);
    return start < 0 ? [] : [{ score: 1.3, start, end: start + quote.length }];
  });
  for (let first = 0; first < words.length; first += 1) {
    if (!fieldWordAt(field, words[first])) continue;
    let last = first;
    for (
      let next = first + 1;
      next < words.length && next <= last + 2 && adjoining(text, words, last, next);
      next += 1
    ) {
      if (fieldWordAt(field, words[next])) last = next;
    }
    matches.push(scoreLabel(field, cell, first, last));
    first = last;
  }
  return matches;
}

const fieldWordAt = (field: Field, word: LabelWord | undefined) =>
  word && field.words.find(({ meanings }) => meanings.some((meaning) => word.meanings.includes(meaning)));

/** "Cust. No." */
const maxAbbreviation = 5;

/** Whether only spaces, dots and short words are between two words. */
function adjoining(text: string, words: LabelWord[], from: number, to: number): boolean {
  const between = text.slice(words[from]?.end ?? 0, words[to]?.start ?? 0);
  // A full stop after a longer word ends a sentence and no abbreviation.
  if (/^[.!?]\s+\p{Lu}/u.test(between) && (words[from]?.text.length ?? 0) > maxAbbreviation) return false;
  return between.length <= 12 && !/[:;|\n\d]|[.,]\s+\p{Lu}/u.test(between.replace(/^\.\s/, " "));
}

function scoreLabel(field: Field, { words, text }: Cell, first: number, last: number): LabelMatch {
  const inside = words.slice(first, last + 1);
  const total = field.words.reduce((sum, { weight }) => sum + weight, 0);
  const owner = ownerOfLabel(text, inside[0]?.start ?? 0);
  const matched = field.words.filter(
    ({ meanings }) =>
      inside.some((word) => word.meanings.some((meaning) => meanings.includes(meaning))) ||
      (owner !== null && meanings.includes(partyOfOwner[owner])),
  );
  let score = matched.reduce((sum, { weight }) => sum + weight, 0) / total;
  const wantedOwner = ownerOfName(propertyNameWords(field.name));
  if (wantedOwner !== null && wantedOwner !== owner) score -= penalties.part;
  if (isOfAnother(field, matched, text, inside[0]?.start ?? 0)) score -= penalties.part;
  score -= penalties.inside * inside.filter((word) => !fieldWordAt(field, word)).length;
  if (first > 0 && adjoining(text, words, first - 1, first)) score += strangerAt(field, words[first - 1]);
  let end = inside.at(-1)?.end ?? 0;
  const following: LabelWord[] = [];
  for (let next = last + 1; next < words.length && adjoining(text, words, next - 1, next); next += 1) {
    const word = words[next];
    if (!word || following.length === maxFollowing) break;
    following.push(word);
    if (word.known) end = word.end;
  }
  // "Authorised by: …"
  end +=
    /^\s+(?:by|at|on|to|for|am|an|von|bei|par|le|por|da|di|del|door|op)(?=\s*[:：])/iu.exec(
      text.slice(end),
    )?.[0].length ?? 0;
  const beside = [...(first > 0 ? words.slice(first - 1, first) : []), ...inside, ...following];
  const inclusive = beside.some(({ meanings }) => meanings.includes("gross"));
  for (const word of following) {
    // "Total incl. VAT" is the total; "Total VAT" is not.
    if (word.known && !(inclusive && word.meanings.includes("tax"))) score += strangerAt(field, word);
  }
  if (/^\s*(?:\([^)]{1,8}\)\s*)?[:：]/.test(text.slice(end))) score += 0.05;
  return { score, start: inside[0]?.start ?? 0, end };
}

/** "Payment due by …", "Zahlbar ohne Abzug bis …", "Scadenza pagamento". */
const besideDue = new Set(["payment", "net", "end", "terms", "discount", "abzug", "law"]);
const isDueDate = ({ kind, words }: Field): boolean =>
  kind === "date" && words.some(({ meanings }) => meanings.includes("due"));

/** The penalty (or bonus) of a word next to a label. */
function strangerAt(field: Field, word: LabelWord | undefined): number {
  if (!word) return 0;
  if (isLabelNumber(word)) return /^\p{L}/u.test(word.text) ? -penalties.part : -penalties.number;
  if (isTotal(field)) {
    const final = word.meanings.find((meaning) => finality[meaning] !== undefined);
    if (final !== undefined) return finality[final] ?? 0;
    if (word.meanings.includes("amount")) return 0;
    if (word.meanings.some((meaning) => meaning === "tax" || meaning === "net")) return -penalties.knownWord;
  }
  if (word.meanings.some((meaning) => field.hints.has(meaning))) return 0.03;
  if (word.meanings.some((meaning) => neutralMeanings.has(meaning))) return 0;
  // "Invoice no. 12 of 5 May"
  if (field.kind === "date" && word.meanings.includes("number")) return 0;
  if (isDueDate(field) && word.meanings.some((meaning) => besideDue.has(meaning))) return 0;
  return word.known ? -penalties.knownWord : -penalties.unknownWord;
}

type Place = { document: LabelledDocument; line: Line; column: number; cell: Cell; order: number };

function valueAt(field: Field, label: LabelMatch, place: Place): Finding | null | typeof noValue {
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
      const distance = penalties.perCharacter * (isDated(field, after, reading) ? 0 : reading.start);
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

/** "2 adults, 1 child": a number stands before the name of what it counts. */
const countBefore = (text: string): string | null => /(?:^|[,;(]\s?|\s)(\d{1,4})\s$/u.exec(text)?.[1] ?? null;

/** Capitalised behind a word that is none of a label, or behind another label. */
const isPartOfName = ({ start }: LabelMatch, { words, text }: Cell): boolean =>
  /[:：]/.test(text.slice(0, start)) ||
  (/\p{Lu}/u.test(text.charAt(start)) && words.some((word) => word.end <= start && !word.known));

/** "19 % MwSt. 484,31 €": a rate stands before the name of what it is of. */
const rateBefore = (text: string): string | null => /\d[\d.,]*\s?%\s*$/u.exec(text)?.[0] ?? null;

/** Whether a row is a label without a value: the rows next to it in its table have both, in the same columns. */
function isEmptyBeside({ lines }: LabelledDocument, { grid, cells }: Line, column: number, order: number) {
  if (grid === null || column === cells.length - 1 || cells.filter(({ text }) => text !== "").length > 1)
    return false;
  return [lines[order - 1], lines[order + 1]].some(
    (next) => next?.grid === grid && next.cells[column]?.text && next.cells[column + 1]?.text,
  );
}

/** "Invoice no. 4711 of 5 June": the number between a paper and its date makes the date no less the paper's. */
const isDated = ({ kind }: Field, after: string, { start }: Reading): boolean =>
  kind === "date" &&
  /^\P{L}*(?:\p{L}{1,4}\W+)?\S*\d\S*\s+(?:vom|dated|of|from|du|del|di|van)\s+$/iu.test(after.slice(0, start));

const betweenLabelAndValue =
  /^[\s.]*[:：=#]?[\s.:#\-–—]*(?:(?:is|are|of|on|ON|as of|le|du|de|vom|am|den)\s+)?/u;
/** A sign or a leading point at the end of what separates: "Balance: -4", "Change -12", "Ratio .75". */
const signOfValue = /(?<=[\s:：=])[-–—]?\.?$|(?<=[:：=]\s)[-–—]\s+$/u;

/** What separates a label from its value. The value's own sign and leading point are not part of it. */
function separatorIn(rest: string): string {
  const all = betweenLabelAndValue.exec(rest)?.[0] ?? "";
  if (!/^[\d.,(\p{Sc}]|^\p{Lu}{2,3}\s?\d/u.test(rest.slice(all.length))) return all;
  return all.replace(signOfValue, "");
}

/** "Members (12)" is a count in brackets, "Change: (12)" a negative number. */
function readAfter(field: Field, text: string, split: boolean, document: LabelledDocument): Reading | null {
  const reading = readValue(field, text, document);
  const isCount = !split && field.kind !== "money" && reading?.text.startsWith("(");
  return reading && isCount && typeof reading.value === "number"
    ? { ...reading, value: Math.abs(reading.value), text: reading.text.replace(/[()]/g, "") }
    : reading;
}

const nextLabelFirst = /^\p{Lu}[\p{L}.'’/-]*\s?[:：](?=\s|$)/u;
/** Another label, with a value or as the last of a cell of labels: "Invoice number: Invoice date:". */
const ownLabel = /^[^:：]{2,40}[:：](?:\s|$)/u;
const labelsOnly = /^[^:：\d]{2,40}[:：]$/u;

/** Whether a text near a label is another label with its own value: "Issue date: 2025-03-01", "Total 500". */
function hasOwnLabel(field: Field, text: string, { start }: Reading, { read }: LabelledDocument): boolean {
  if (textual.has(field.kind)) return ownLabel.test(text);
  const before = text.slice(0, start);
  return /[:：]/.test(before) || read(before).some((word) => word.known && !fieldWordAt(field, word));
}

/** The number of "Kunde Hotel Seeblick, Uferstrasse 3" is not the customer's: without "number" it follows at once. */
function farthestNumber(label: LabelMatch, { words }: Cell, reading: Reading): number {
  const before = words.filter(({ start, end }) => start >= label.start && end <= label.end + reading.start);
  return before.some(({ meanings }) => meanings.includes("number")) ? 15 : 2;
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
