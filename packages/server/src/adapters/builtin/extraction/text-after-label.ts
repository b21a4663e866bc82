import type { LabelledDocument } from "./document-lines.ts";
import { textual } from "./finding.ts";
import { fieldWordAt, type LabelMatch } from "./label-match.ts";
import type { Cell } from "./line.ts";
import { type Reading, readValue } from "./read-value.ts";
import type { Field } from "./schema-fields.ts";

/** "2 adults, 1 child": a number stands before the name of what it counts. */
export const countBefore = (text: string): string | null =>
  /(?:^|[,;(]\s?|\s)(\d{1,4})\s$/u.exec(text)?.[1] ?? null;

/** "19 % MwSt. 484,31 €": a rate stands before the name of what it is of. */
export const rateBefore = (text: string): string | null => /\d[\d.,]*\s?%\s*$/u.exec(text)?.[0] ?? null;

/** "Invoice no. 4711 of 5 June": the number between a paper and its date makes the date no less the paper's. */
export const isDated = ({ kind }: Field, after: string, { start }: Reading): boolean =>
  kind === "date" &&
  /^\P{L}*(?:\p{L}{1,4}\W+)?\S*\d\S*\s+(?:vom|dated|of|from|du|del|di|van)\s+$/iu.test(after.slice(0, start));

const betweenLabelAndValue =
  /^[\s.]*[:：=#]?[\s.:#\-–—]*(?:(?:is|are|of|on|ON|as of|le|du|de|vom|am|den)\s+)?/u;
/** A sign or a leading point at the end of what separates: "Balance: -4", "Change -12", "Ratio .75". */
const signOfValue = /(?<=[\s:：=])[-–—]?\.?$|(?<=[:：=]\s)[-–—]\s+$/u;

/** What separates a label from its value. The value's own sign and leading point are not part of it. */
export function separatorIn(rest: string): string {
  const all = betweenLabelAndValue.exec(rest)?.[0] ?? "";
  if (!/^[\d.,(\p{Sc}]|^\p{Lu}{2,3}\s?\d/u.test(rest.slice(all.length))) return all;
  return all.replace(signOfValue, "");
}

/** "Members (12)" is a count in brackets, "Change: (12)" a negative number. */
export function readAfter(
  field: Field,
  text: string,
  split: boolean,
  document: LabelledDocument,
): Reading | null {
  const reading = readValue(field, text, document);
  const isCount = !split && field.kind !== "money" && reading?.text.startsWith("(");
  return reading && isCount && typeof reading.value === "number"
    ? { ...reading, value: Math.abs(reading.value), text: reading.text.replace(/[()]/g, "") }
    : reading;
}

export const nextLabelFirst = /^\p{Lu}[\p{L}.'’/-]*\s?[:：](?=\s|$)/u;
/** Another label, with a value or as the last of a cell of labels: "Invoice number: Invoice date:". */
export const ownLabel = /^[^:：]{2,40}[:：](?:\s|$)/u;
export const labelsOnly = /^[^:：\d]{2,40}[:：]$/u;

/** Whether a text near a label is another label with its own value: "Issue date: 2025-03-01", "Total 500". */
export function hasOwnLabel(
  field: Field,
  text: string,
  { start }: Reading,
  { read }: LabelledDocument,
): boolean {
  if (textual.has(field.kind)) return ownLabel.test(text);
  const before = text.slice(0, start);
  return /[:：]/.test(before) || read(before).some((word) => word.known && !fieldWordAt(field, word));
}

/** The number of "Kunde Hotel Seeblick, Uferstrasse 3" is not the customer's: without "number" it follows at once. */
export function farthestNumber(label: LabelMatch, { words }: Cell, reading: Reading): number {
  const before = words.filter(({ start, end }) => start >= label.start && end <= label.end + reading.start);
  return before.some(({ meanings }) => meanings.includes("number")) ? 15 : 2;
}
