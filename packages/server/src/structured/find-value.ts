import type { Element } from "../elements/element.ts";
import { datesIn } from "../text/dates.ts";
import { numbersIn } from "../text/numbers.ts";
import type { ExtractionDocument } from "./extractor.ts";
import { locateQuote } from "./locate-quote.ts";

/** The first place of each number and date of documents, and the elements for finding text. */
export type ValueIndex = {
  first: Map<string, Place>;
  all: Omit<Place, "quote">[];
  /** Characters searched so far. */
  searched: number;
};

type Place = { document: ExtractionDocument; element: Element; quote: string };

/** Maximum characters that are searched for the texts without a place. Beyond it, a text counts as not found. */
const maxSearched = 500_000_000;
/** A shorter text, such as "a", is found by chance. */
const minText = 3;

export function valueIndex(documents: ExtractionDocument[]): ValueIndex {
  const first = new Map<string, Place>();
  const all: Omit<Place, "quote">[] = [];
  for (const document of documents) {
    for (const element of document.elements) {
      all.push({ document, element });
      const add = (key: string, quote: string) => {
        if (!first.has(key)) first.set(key, { document, element, quote });
      };
      for (const { value, text } of numbersIn(element.text, null)) add(`number ${value}`, text);
      for (const { iso, text } of datesIn(element.text, "day-first")) add(`date ${iso}`, text);
    }
  }
  return { first, all, searched: 0 };
}

/** The first place that holds a value. Null for booleans, for short texts, and when no element holds it. */
export function findValue(index: ValueIndex, value: unknown): Place | null {
  if (typeof value === "number") return index.first.get(`number ${value}`) ?? null;
  if (typeof value !== "string" || value.trim().length < minText) return null;
  const day = /^\d{4}-\d\d-\d\d/.exec(value)?.[0];
  const dated = day === undefined ? undefined : index.first.get(`date ${day}`);
  if (dated) return dated;
  for (const { document, element } of index.all) {
    if (index.searched > maxSearched) return null;
    index.searched += element.text.length;
    const quote = locateQuote(element.text, value, true);
    if (quote !== null) return { document, element, quote };
  }
  return null;
}
