import type { Element } from "../../../elements/element.ts";
import { datesIn } from "../../../text/dates.ts";
import type { Cell, LabelledDocument, Line } from "./document-lines.ts";
import type { Finding } from "./find-labelled.ts";
import { currencyIn, patterns, readValue, withoutNumber } from "./read-value.ts";
import type { Field } from "./schema-fields.ts";

/** How sure a value without a label is. It is less than for any label. */
const certainty = 0.4;
/** Number of lines at the top that can hold a letterhead. A name without a legal form must be among the first. */
const letterhead = 12;
const maxTopLines = 3;

const legalForm =
  /\b(?:inc|incorporated|llc|l\.l\.c|ltd|limited|plc|corp|corporation|gmbh|ag|kg|ug|ohg|e\.?v|b\.?v|n\.?v|s\.?a|s\.?a\.?r\.?l|sarl|sas|s\.?p\.?a|s\.?r\.?l|s\.?l|oy|ab|aps|a\/s|as|pty|pte|sdn\.?\s?bhd|bhd|co|company|llp|lp|& sons?|& partners?|enterprise|enterprises|trading|holdings?|group|store|stores|mart|restaurant|cafe|café|hotel|pharmacy|university|foundation)\b\.?/iu;
const street =
  /\b(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|boulevard|blvd|square|place|court|suite|floor|p\.?o\.? box|rue|allée|place|chemin|via|viale|piazza|calle|avenida|plaza|jalan|jln|lorong|taman|no)\b|(?:stra(?:ß|ss)e|str\.|weg|platz|gasse|allee|straat|laan|gracht|plein)(?:\b|\s|$)|\b\d{4,6}\s+\p{L}|\b[A-Z]{1,2}\d{1,2}[A-Z]?\s?\d[A-Z]{2}\b|\b[A-Z]{2}\s+\d{5}\b|\b\d{4}\s?[A-Z]{2}\b/iu;

/** A value found only by its form or place: an e-mail address, the first date, the name in the letterhead … */
export function findUnlabelled(field: Field, document: LabelledDocument): Finding | null {
  switch (field.kind) {
    case "email":
    case "url":
    case "iban":
      return isPlain(field, [field.kind, "email", "website", "iban", "contact"])
        ? firstReading(field, document)
        : null;
    case "phone":
      return isPlain(field, ["phone", "contact", "number"])
        ? firstMatching(
            field,
            document,
            (text) => patterns.phone.test(text) && !/\b(?:fax|telefax)\b/i.test(text),
          )
        : null;
    case "date":
      return isPlain(field, ["date", "invoice", "receipt", "document", "time"])
        ? firstMatching(field, document, (text) => datesIn(text, document.dateOrder).length > 0)
        : null;
    case "currency":
      return mostCommonCurrency(document);
    case "organisation":
      return ofLine(letterheadName(document), document);
    case "address":
      return letterheadAddress(document);
    case "person":
      return ofLine(personName(document), document);
    default:
      if (field.words.length > 0 && isPlain(field, ["title"])) return ofLine(titleLine(document), document);
      if (isPlain(field, ["name"])) return ofLine(personName(document), document);
      return null;
  }
}

/** Whether the field's name asks for nothing more specific than these meanings. */
const isPlain = (field: Field, meanings: string[]): boolean =>
  field.words.length > 0 &&
  field.words.every((word) => word.meanings.some((meaning) => meanings.includes(meaning)));

const firstReading = (field: Field, document: LabelledDocument): Finding | null =>
  firstMatching(field, document, () => true);

function firstMatching(
  field: Field,
  document: LabelledDocument,
  fits: (text: string) => boolean,
): Finding | null {
  for (const [order, line] of document.lines.entries()) {
    for (const { text } of line.cells) {
      const reading = text !== "" && fits(text) ? readValue(field, text, document) : null;
      if (reading) return { reading, score: certainty, line, order };
    }
  }
  return null;
}

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

/** The line of the letterhead with a legal form, otherwise its first line that could be a name. */
function letterheadName(document: LabelledDocument): Place | null {
  const top = topLines(document);
  const index = top.findIndex(
    ({ text }) => legalForm.test(text) && text.length <= 80 && !/:/.test(text) && !isSentence(text),
  );
  const named = top[index];
  if (named) {
    const above = top[index - 1];
    const alone = named.text.replace(new RegExp(legalForm, "giu"), "").replace(/[^\p{L}]/gu, "") === "";
    const text = alone && above ? `${above.text} ${named.text}` : named.text;
    return { ...named, text: withoutNumber(withoutAddress(text)) };
  }
  const first = top
    .slice(0, maxTopLines)
    .find(
      ({ text, order }) =>
        !isSentence(text) &&
        !/\d{3}|[:@]/.test(text) &&
        text.length <= 60 &&
        !document.lines[order]?.cells.every(isLabel),
    );
  return first ? { ...first, text: withoutAddress(first.text) } : null;
}

/** Whether a line consists of label words only: "Invoice", "Cash bill". */
const isLabel = ({ words }: Cell): boolean => words.every(({ known }) => known);

const isSentence = (text: string): boolean =>
  /[.!?]$/.test(text) && text.split(/\s+/).length > 6 && !legalForm.test(text);

/** "Acme AG - Uferweg 4 - 63571 Gelnhausen" → "Acme AG" */
const withoutAddress = (text: string): string => {
  const [first = text, ...rest] = text.split(/\s+[-–•·|]\s+|,\s+(?=\d)/);
  return rest.length > 0 && (legalForm.test(first) || street.test(rest.join(" "))) ? first : text;
};

/** The consecutive lines of the letterhead that look like an address. */
function letterheadAddress(document: LabelledDocument): Finding | null {
  const top = topLines(document);
  const first = top.findIndex(({ text }) => isAddressLine(text));
  const start = top[first];
  if (!start) return null;
  let last = first;
  for (let next = first + 1; next < top.length && continuesAddress(top[next]?.text ?? ""); next += 1)
    last = next;
  const lines = top.slice(first, last + 1).map(({ text }) => text.replace(/[\s,]+$/, ""));
  const text = lines.join(", ");
  return ofLine({ text, order: start.order }, document);
}

const isAddressLine = (text: string): boolean =>
  street.test(text) && /\d/.test(text) && !notAddress.test(text) && datesIn(text, "day-first").length === 0;
const notAddress =
  /\b(?:tel|phone|fax|invoice|receipt|gst|vat|reg(?:istration)?|email|e-mail|bill|date|cashier|www|http)\b|[:@]/i;
const continuesAddress = (text: string): boolean =>
  text.length <= 80 &&
  !notAddress.test(text) &&
  !/\b[A-Z]{0,3}-?\d{5,}-[A-Z]\b|\d{7,}|[*=#]{2}|^[-*(]/.test(text) &&
  (isAddressLine(text) ||
    /,$|^\d{4,6}\b|^[\p{Lu}\d\s.,()&'/-]+$/u.test(text) ||
    /^\p{Lu}\p{L}+(?:[\s,.-]+\p{Lu}\p{L}+){0,4}[.,]?$/u.test(text));

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
