import { wordsOfAll } from "../../../text/languages.ts";
import { propertyNameWords } from "../../../text/property-name-words.ts";
import { splitSentences } from "../../../text/sentences.ts";
import { foldAccents } from "../../../text/terms.ts";
import type { LabelledDocument } from "./document-lines.ts";
import type { LabelledPair } from "./labelled-pairs.ts";
import { type Reading, readValue } from "./read-value.ts";
import type { Field } from "./schema-fields.ts";

/** A longer document is searched by labels alone: each of its sentences takes some milliseconds. */
const maxSentences = 200;
const maxLength = 300;
const minLength = 12;

/** The sentences of a short document, each a label and a value at once; empty for a long one. */
export function valueSentences({ lines }: LabelledDocument): LabelledPair[] {
  const seen = new Set<unknown>();
  const found: LabelledPair[] = [];
  for (const [order, line] of lines.entries()) {
    const { element, grid } = line;
    if (grid !== null || element.type === "Title" || seen.has(element)) continue;
    seen.add(element);
    for (const { start, end } of splitSentences(element.text)) {
      const text = element.text.slice(start, end);
      if (text.length >= minLength && text.length <= maxLength)
        found.push({ label: text, value: text, line, order });
    }
    if (found.length > maxSentences) return [];
  }
  return found;
}

const negations = wordsOfAll((language) => `${language.negations} ${language.denials ?? ""}`.trim());
const refusals = new Set(
  "prohibited forbidden banned excluded verboten untersagt ausgeschlossen interdit interdite interdits interdites exclu exclue prohibido prohibida prohibidos prohibidas vietato vietata vietati vietate escluso esclusa verboden".split(
    " ",
  ),
);
const conditions = wordsOfAll((language) => language.conditionals ?? "");
const only = new Set("only nur seulement uniquement solo solamente soltanto alleen".split(" "));

/**
 * The value of a sentence that states it: an amount with a currency or decimals, the only date, a number, or, for what is or is
 * not so, whether the sentence denies it. Null for other kinds, and for what holds under a condition.
 */
export function readSentence(field: Field, text: string, document: LabelledDocument): Reading | null {
  if (field.kind === "boolean") return readClaim(field, text);
  if (!["date", "money", "number", "percentage"].includes(field.kind)) return null;
  const reading = readValue(field, text, document);
  if (!reading) return null;
  const after = text.slice(reading.start + reading.text.length);
  if (field.kind === "date") return readValue(field, after, document) === null ? reading : null;
  if (field.kind !== "money") return reading;
  const isPriced =
    /\p{Sc}|[.,]\d{2}$|\b[A-Z]{3}\b/u.test(reading.text) ||
    /(?:\p{Sc}|\b[A-Z]{3})\s?$/u.test(text.slice(0, reading.start)) ||
    /^\s?(?:\p{Sc}|[A-Z]{3}\b|euros?\b|francs?\b)/iu.test(after);
  return isPriced ? reading : null;
}

function readClaim({ name }: Field, text: string): Reading | null {
  const words = foldAccents(text).match(/[\p{L}’']+/gu) ?? [];
  if (/\?\s*$/.test(text) || words.some((word) => conditions.has(word) || only.has(word))) return null;
  const denials = words.filter(isDenial).length;
  if (denials > 1) return null;
  const asksForDenial = foldAccents(propertyNameWords(name)).split(/\s+/).some(isDenial);
  return { value: (denials === 1) === asksForDenial, text, start: 0 };
}

const isDenial = (word: string): boolean => negations.has(word) || refusals.has(word) || /n[’']t$/.test(word);
