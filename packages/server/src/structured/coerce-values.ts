import { type DateOrder, datesIn } from "../text/dates.ts";
import { numberWordsIn } from "../text/number-words.ts";
import { numbersIn } from "../text/numbers.ts";
import { foldAccents } from "../text/terms.ts";
import { fillable, isObject, itemsOf, type JsonSchema, propertiesOf, typesOf } from "./json-schema.ts";

/**
 * Puts values of the right meaning into the form of their schema: numbers, dates and booleans that are written as texts,
 * choices in another case, names of properties in another spelling, one value in the place of a list, and JSON in a text. What
 * can be read in two ways stays as it is. `order` decides between day and month.
 */
export function coerceValues(schema: JsonSchema, value: unknown, order: DateOrder): unknown {
  const shape = fillable(schema, value);
  const types = typesOf(shape);
  if (types.includes("object") && !isObject(value)) {
    const inner = jsonIn(value);
    return isObject(inner) ? coerceValues(schema, inner, order) : value;
  }
  if (types.includes("array") && value !== null && value !== undefined) {
    const inner = Array.isArray(value) ? value : isObject(value) ? listIn(value) : jsonIn(value);
    const items = Array.isArray(inner) ? inner : [value];
    return items.map((item) => coerceValues(itemsOf(shape), item, order));
  }
  if (isObject(value) && types.includes("object")) return coerceObject(shape, value, order);
  const isOpen = types.length === 0 && !Array.isArray(shape.enum);
  return coerceSingle(shape, types, isOpen ? value : singleIn(value), order);
}

/** The one value of a list or of an object that is in the place of a single value: `[5]`, `{"value": 5, "unit": "kg"}`. */
function singleIn(value: unknown): unknown {
  const inner = Array.isArray(value) ? value : isObject(value) ? valuesOf(value) : [];
  return inner.length === 1 && !isObject(inner[0]) ? inner[0] : value;
}

const valuesOf = (value: Record<string, unknown>): unknown[] =>
  Object.hasOwn(value, "value") ? [value.value] : Object.values(value);

/** The only value of an object that was put around a list. */
const listIn = (value: Record<string, unknown>): unknown => {
  const [inner, ...others] = Object.values(value);
  return others.length === 0 ? inner : undefined;
};

function coerceObject(shape: JsonSchema, value: Record<string, unknown>, order: DateOrder) {
  const properties = propertiesOf(shape);
  const byPlainName = new Map(Object.keys(properties).map((name) => [plainName(name), name]));
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => {
    const meant = Object.hasOwn(properties, name) ? name : (byPlainName.get(plainName(name)) ?? name);
    const known = meant !== name && Object.hasOwn(value, meant) ? name : meant;
    return [
      known,
      coerceValues(Object.hasOwn(properties, known) ? (properties[known] ?? {}) : {}, inner, order),
    ];
  });
  return Object.fromEntries(entries);
}

const plainName = (name: string): string => foldAccents(name).replace(/[^\p{L}\p{N}]+/gu, "");

function coerceSingle(shape: JsonSchema, types: string[], value: unknown, order: DateOrder): unknown {
  if (Array.isArray(shape.enum)) return choiceOf(shape.enum, value);
  if (types.includes("string") && !types.includes(typeof value)) {
    return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  }
  if (typeof value !== "string") return value;
  if (/^\s*(?:null|n\/?a|not[ _]?found|undefined)\s*$/i.test(value)) return null;
  if (types.includes("string")) {
    const isDated = shape.format === "date" || shape.format === "date-time";
    return isDated ? dateOf(value.trim(), shape.format === "date-time", order) : value.trim();
  }
  if (types.includes("boolean")) return booleanOf(value) ?? value;
  return types.includes("number") || types.includes("integer") ? numberOf(value, types, order) : value;
}

/** The choice that is the same but for case, accents, spaces and punctuation; a number that is written as a text. */
function choiceOf(choices: unknown[], value: unknown): unknown {
  if (choices.includes(value) || value === null || value === undefined) return value;
  // The label may come with it: "Status: open".
  const written = String(value);
  const plain = new Set([written, written.slice(written.lastIndexOf(":") + 1)].map(plainName));
  const same = choices.filter((choice) => choice !== null && plain.has(plainName(String(choice))));
  return same.length === 1 ? same[0] : value;
}

function numberOf(text: string, types: string[], order: DateOrder): unknown {
  const [found, ...others] = numbersIn(text, null);
  const [spoken] = found ? [] : numberWordsIn(text);
  if (spoken?.text.length === text.trim().length) return spoken.value;
  if (!found || others.length > 0 || datesIn(text, order).length > 0) return text;
  return types.includes("number") || Number.isInteger(found.value) ? found.value : text;
}

function dateOf(text: string, withTime: boolean, order: DateOrder): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !withTime) return text;
  const [found, ...others] = datesIn(text, order);
  if (!withTime && /^\d{4}-\d\d-\d\dT00:00(?::00(?:\.0+)?)?Z?$/.test(text)) return text.slice(0, 10);
  if (!found || others.length > 0 || /T\d\d:\d\d/.test(text)) return text;
  return withTime ? `${found.iso}T${found.time ?? "00:00:00"}Z` : found.iso;
}

const yes = /^(?:yes|true|ja|oui|si|sim|1)$/;
const no = /^(?:no|false|nein|non|nao|nee|0)$/;

function booleanOf(text: string): boolean | undefined {
  const plain = plainName(text);
  return yes.test(plain) ? true : no.test(plain) ? false : undefined;
}

function jsonIn(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return undefined;
  try {
    return JSON.parse(value);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
