import type { Element } from "../../../elements/element.ts";
import { datesIn } from "../../../text/dates.ts";
import { isLabelNumber } from "../../../text/label-words.ts";
import { propertyNameWords } from "../../../text/property-name-words.ts";
import type { LabelledDocument } from "./document-lines.ts";
import type { Finding } from "./finding.ts";
import type { Line } from "./line.ts";
import type { PartyText } from "./party.ts";
import { legalForm } from "./party-words.ts";
import { currencyIn, patterns, readCheckedIban, readValue } from "./read-value.ts";
import { type Field, isOfEmployer } from "./schema-fields.ts";
import { vatNumberIn } from "./tax-numbers.ts";

/** How sure a value without a label is. It is less than for any label. */
const certainty = 0.4;
/** Number of lines at the top that can hold a letterhead. */
const letterhead = 12;

/** A value found only by its form or place: an e-mail address, the first date, the name in the letterhead … */
export function findUnlabelled(field: Field, document: LabelledDocument): Finding | null {
  // Which of several it is, only a label says: `phone_2`.
  if (field.words.some(isLabelNumber)) return null;
  switch (field.kind) {
    case "iban":
      return isPlain(field, ["iban", "bank", "account", "number"])
        ? firstMatching(field, document, (text) => readCheckedIban(text) !== null)
        : null;
    case "email":
    case "url":
      return isPlain(field, [field.kind, "email", "website", "contact"])
        ? firstReading(field, document)
        : null;
    case "siren":
      return firstReading(field, document);
    case "vatNumber":
      return firstMatching(field, document, (text) => vatNumberIn(withoutIbans(text)) !== null);
    case "phone":
      return isPlain(field, ["phone", "contact", "number"])
        ? firstMatching(
            field,
            document,
            (text) => patterns.phone.test(text) && !/\b(?:fax|telefax)\b/i.test(text),
          )
        : null;
    case "date":
      return isPlain(field, ["date", "invoice", "receipt", "document", "time", "letter"])
        ? firstMatching(field, document, (text, line) => {
            const [date] = datesIn(text, document.dateOrder);
            return date !== undefined && !isLabelled(text.slice(0, date.start), text, line);
          })
        : null;
    case "currency":
      return mostCommonCurrency(document);
    case "organisation":
      return ofParty(isOfEmployer(field) ? firmOf(document) : document.parties.issuer.name);
    case "customer":
      return ofParty(document.parties.customer.name);
    case "address":
      // The address of the property, the patient or a station is not the issuer's.
      if (!isPlain(field, ofLetterhead)) return null;
      return ofParty(
        isOfCustomer(field) ? document.parties.customer.address : document.parties.issuer.address,
      );
    case "person":
      // Who signed or packed is not the person whose CV or letter this is.
      return /\w (?:by|von|par|por)$/.test(propertyNameWords(field.name).toLowerCase())
        ? null
        : ofLine(personName(document), document);
    default:
      if (field.words.length > 0 && isPlain(field, ["title"])) return ofLine(titleLine(document), document);
      if (isPlain(field, ["name"])) return ofLine(personName(document), document);
      return null;
  }
}

const ofLetterhead = [
  ...["address", "vendor", "customer", "shipping", "employer", "name", "contact", "title"],
  ...["invoice", "receipt", "document", "country", "city", "postcode"],
];

/** The name of a party below a label that says which party it is. */
export function findLabelledParty({ kind, own }: Field, { parties }: LabelledDocument): Finding | null {
  const has = (meaning: string) => own.some((meanings) => meanings.includes(meaning));
  const name =
    kind === "customer"
      ? parties.customer.name
      : kind === "organisation" && has("vendor")
        ? parties.issuer.name
        : null;
  return name?.isLabelled ? ofParty(name) : null;
}

/** The beginning of an account number has the shape of a VAT number. */
const withoutIbans = (text: string): string => text.replace(new RegExp(patterns.iban, "g"), " ");

/** Whether the field's name asks for nothing more specific than these meanings. */
const isPlain = (field: Field, meanings: string[]): boolean =>
  field.words.length > 0 &&
  field.words.every((word) => word.meanings.some((meaning) => meanings.includes(meaning)));

const firstReading = (field: Field, document: LabelledDocument): Finding | null =>
  firstMatching(field, document, () => true);

function firstMatching(
  field: Field,
  document: LabelledDocument,
  fits: (text: string, line: Line) => boolean,
): Finding | null {
  for (const [order, line] of document.lines.entries()) {
    for (const { text } of line.cells) {
      const reading = text !== "" && fits(text, line) ? readValue(field, text, document) : null;
      if (reading) return { reading, score: certainty, line, order };
    }
  }
  return null;
}

/** "Valid until: 6 October", "Start | 1 May": the date of another label is not the paper's. */
function isLabelled(before: string, text: string, { cells }: Line): boolean {
  if (/\p{L}\P{N}*[:：]\s*(?:\p{L}+\.?,?\s+)?$/u.test(before)) return true;
  const label = cells[cells.findIndex((cell) => cell.text === text) - 1];
  return label !== undefined && label.words.length > 0 && !/\d/.test(label.text);
}

const otherDollars = ["AUD", "CAD", "NZD", "SGD", "HKD"];

function mostCommonCurrency(document: LabelledDocument): Finding | null {
  const counts = new Map<string, { count: number; line: Line; text: string; order: number }>();
  for (const [order, line] of document.lines.entries()) {
    for (const { text } of line.cells) {
      const code = currencyIn(text);
      if (code === null) continue;
      const known = counts.get(code);
      counts.set(code, known ? { ...known, count: known.count + 1 } : { count: 1, line, text, order });
    }
  }
  // "Total AUD $548.90": a dollar that is named once is meant everywhere.
  const dollars = otherDollars.filter((code) => counts.has(code));
  const [dollar] = dollars;
  if (dollars.length === 1 && dollar !== undefined) counts.delete("USD");
  const [best] = [...counts].sort(([, a], [, b]) => b.count - a.count);
  if (!best) return null;
  const [value, { line, text, order }] = best;
  return { reading: { value, text, start: 0 }, score: certainty, line, order };
}

type Place = { text: string; order: number };

function ofLine(place: Place | null, document: LabelledDocument): Finding | null {
  const line = place && document.lines[place.order];
  return place && line
    ? {
        reading: { value: place.text, text: place.text, start: 0 },
        score: certainty,
        line,
        order: place.order,
      }
    : null;
}

const topLines = (document: LabelledDocument): Place[] =>
  document.lines.slice(0, letterhead).flatMap(({ cells, grid }, order) => {
    const text = cells
      .map((cell) => cell.text)
      .join(" ")
      .trim();
    return grid === null && text !== "" ? [{ text, order }] : [];
  });

/** The name at the top of a CV is a person's, and not the employer. */
function firmOf(document: LabelledDocument): PartyText | null {
  const { name } = document.parties.issuer;
  return name !== null && personName(document)?.text === name.text ? null : name;
}

const isOfCustomer = ({ words }: Field): boolean =>
  words.some(({ meanings }) => meanings.some((meaning) => meaning === "customer" || meaning === "shipping"));

function ofParty(party: PartyText | null): Finding | null {
  const [first, ...others] = party?.pieces ?? [];
  if (!party || !first) return null;
  return {
    reading: { value: party.text, text: first.text, start: 0 },
    score: party.score,
    line: first.line,
    order: first.order,
    others: others.map(({ text, line }) => ({ text, line })),
  };
}

/** Two to four capitalised words without digits at the top: the person whose CV or letter this is. */
function personName(document: LabelledDocument): Place | null {
  const name =
    /^(?:(?:Mr|Mrs|Ms|Dr|Prof)\.?\s+)?\p{Lu}[\p{L}'’.-]*(?:\s+(?:van|von|de|del|der|la|bin|binti|al)\b)*(?:\s+\p{Lu}[\p{L}'’.-]*){1,3}$/u;
  const notName =
    /\b(?:curriculum|vitae|resume|résumé|cv|profile|contact|invoice|agreement|contract|report|letter)\b/i;
  return (
    topLines(document).find(({ text }) => name.test(text) && !notName.test(text) && !legalForm.test(text)) ??
    null
  );
}

function titleLine(document: LabelledDocument): Place | null {
  const order = document.lines.findIndex(({ element }) => element.type === "Title");
  const line = document.lines[order];
  return line ? { text: textOf(line.element), order } : null;
}

const textOf = (element: Element): string => element.text.replace(/\s+/g, " ").trim();
