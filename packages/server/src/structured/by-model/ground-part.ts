import { isDrawnValue, longWordsOf, maxQuotedWords } from "../drawn-value.ts";
import type { ExtractionDocument, FoundPlace } from "../extractor.ts";
import {
  allowsNull,
  fillable,
  isObject,
  itemsOf,
  type JsonSchema,
  pointer,
  pointerKeys,
  propertiesOf,
  requiredOf,
} from "../json-schema.ts";
import type { PartResult } from "../merge-values.ts";
import { writtenNumber } from "../written-number.ts";
import { createNamesNear } from "./names-near.ts";

/** Places of a value that are compared. */
const maxPlaces = 50;
const scores = { named: 1, place: 0.4 } as const;

/**
 * Looks for each value in the documents that it is said to come from. Of several places the first counts that is labelled by
 * words of the property's name. A value that they don't hold becomes null where the schema has another way; values chosen
 * from a list, and booleans, stay without evidence.
 */
export function groundPart(schema: JsonSchema, draft: unknown, documents: ExtractionDocument[]): PartResult {
  const places: FoundPlace[] = [];
  const elements = documents.flatMap(({ fileId, elements }) =>
    elements.map((element, at) => ({ fileId, element, before: elements[at - 1] })),
  );
  const namesNear = createNamesNear();
  const placed = (value: string | number, path: string): FoundPlace | undefined => {
    const name = pointerKeys(path).findLast((key) => !/^\d+$/.test(key)) ?? "";
    let first: FoundPlace | undefined;
    let tried = 0;
    for (const { fileId, element, before } of elements) {
      const text = quoteOf(value, element.text);
      if (text === undefined) continue;
      const basis = namesNear(name, { element, before, quote: text }) ? "named" : "place";
      const place = {
        path,
        fileId,
        elementId: element.elementId,
        text,
        score: scores[basis],
        basis,
      } as const;
      if (basis === "named") return place;
      first ??= place;
      tried += 1;
      if (tried === maxPlaces) break;
    }
    return first;
  };
  const words = () => longWordsOf(documents);

  const ground = (value: unknown, given: JsonSchema, path: string, mayBeNull: boolean): unknown => {
    const shape = fillable(given);
    if (Array.isArray(value))
      return value.map((item, index) => ground(item, itemsOf(shape), pointer(path, index), true));
    if (isObject(value)) {
      const properties = propertiesOf(shape);
      const required = new Set(requiredOf(shape));
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => {
          const property = Object.hasOwn(properties, name) ? (properties[name] ?? {}) : {};
          const free = !required.has(name) || allowsNull(property);
          return [name, ground(inner, property, pointer(path, name), free)];
        }),
      );
    }
    if (typeof value !== "string" && typeof value !== "number") return value;
    if (Array.isArray(shape.enum) || "const" in shape) return value;
    const place = placed(value, path);
    if (place) {
      places.push(place);
      return value;
    }
    return !mayBeNull || isDrawnValue(given, value, words) ? value : null;
  };

  return { value: ground(draft, schema, "", false), places };
}

/**
 * The words of a text that hold a value. Models write values in their own way: marks between words, scales ("1.2 million")
 * and forms of dates may differ from the text, which `locateQuote` must not allow: it finds what is said to be there.
 */
const quoteOf = (value: string | number, text: string): string | undefined =>
  typeof value === "number" ? writtenNumber(value, text) : (datesIn(value, text) ?? wordsIn(value, text));

function wordsIn(value: string, text: string): string | undefined {
  const words = value.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0 || words.length > maxQuotedWords * 3) return undefined;
  return new RegExp(`(?<![\\p{L}\\p{N}])${words.join("[^\\p{L}\\p{N}]{0,6}")}(?![\\p{L}\\p{N}])`, "iu").exec(
    text,
  )?.[0];
}

/** By language; made for the first date, because a start of the service waits for what is made when this file is loaded. */
let months: string[][] | undefined;

/** How the names of a month begin, the first of which is 0. */
const monthNames = (month: number): string[] => {
  months ??= ["en", "de", "fr", "es", "it", "pt", "nl"].map((language) => {
    const names = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" });
    return Array.from({ length: 12 }, (_, each) =>
      names.format(Date.UTC(2000, each)).slice(0, 3).toLowerCase(),
    );
  });
  return months.map((names) => names[month] ?? "");
};

/** Where a date as YYYY-MM-DD is in a text, in whatever form. */
function datesIn(value: string, text: string): string | undefined {
  const [, year, month = "", day = ""] = /^(\d{4})-(\d{2})-(\d{2})(?:T|$)/.exec(value) ?? [];
  if (year === undefined) return undefined;
  const years = `(?:${year}|${year.slice(2)})`;
  const names = monthNames(Number(month) - 1).join("|");
  const named = `(?:0?${Number(month)}|(?:${names})\\p{L}*)`;
  const days = `0?${Number(day)}(?:st|nd|rd|th)?`;
  const between = "[^\\p{L}\\p{N}]{1,3}(?:(?:of|de|del)\\s)?";
  const orders = [
    [days, named, years],
    [named, days, years],
    [year, named, days],
  ];
  for (const order of orders) {
    const found = new RegExp(`(?<!\\d)${order.join(between)}(?!\\d)`, "iu").exec(text);
    if (found) return found[0];
  }
  return undefined;
}
