import type { BoundingBox, Element } from "../elements/element.ts";
import { isDrawnValue, longWordsOf } from "./drawn-value.ts";
import type { Basis, ExtractionDocument, FoundPlace } from "./extractor.ts";
import { findValue, type ValueIndex, valueIndex } from "./find-value.ts";
import {
  allowsNull,
  fillable,
  isObject,
  itemsOf,
  type JsonSchema,
  pointer,
  propertiesOf,
  requiredOf,
} from "./json-schema.ts";
import { locateQuote } from "./locate-quote.ts";
import { shareInQuote, valueInQuote } from "./value-in-quote.ts";
import type { Verdict } from "./verdict.ts";

/** Where a value was found, checked against the element. */
export type Evidence = {
  /** JSON pointer into the value. */
  path: string;
  fileId: string;
  fileName: string;
  /** 1-based. */
  pageNumber: number;
  elementId: string;
  /** Word for word from the element. */
  quote: string;
  /** The element's box. */
  boundingBox: BoundingBox | null;
  /** See the spec: how well the place fits the property, 0 to 1. */
  score: number;
  verdict: Verdict;
  /** What ties the value to its property; absent when the extractor does not say. */
  basis?: Basis | undefined;
};

export type Grounded = { value: unknown; evidence: Evidence[] };

/** A place in the draft, and the same place in the grounded value: list items without evidence are gone there. */
type Paths = { from: string; path: string };

/** Maximum entries of evidence. A reader does not look at more. */
const maxEvidence = 5_000;

/**
 * Checks each single value of a draft against the places that the extractor (rules or model) names. A value
 * without a place is looked for in all documents. One that no element holds becomes null where the schema allows that
 * or lets the property out, unless it may be drawn from them; otherwise it stays without evidence. Constants of the
 * schema need none.
 */
export function groundValues(
  schema: JsonSchema,
  draft: { value: unknown; places: FoundPlace[] },
  documents: ExtractionDocument[],
): Grounded {
  const places = Map.groupBy(draft.places, ({ path }) => path);
  const elements = new Map(
    documents.map((document) => [
      document.fileId,
      { document, byId: new Map(document.elements.map((element) => [element.elementId, element])) },
    ]),
  );
  const evidence: Evidence[] = [];
  let index: ValueIndex | undefined;
  let words: Set<string> | undefined;

  const placed = ({ fileId, elementId, text, score, basis }: FoundPlace, value: unknown) => {
    const known = elements.get(fileId);
    const element = known?.byId.get(elementId);
    if (!known || !element) return [];
    const exact = locateQuote(element.text, text);
    const quote = exact ?? locateQuote(element.text, text, true);
    if (quote === null) return [];
    const { document } = known;
    const found = entry(document, element, quote, score ?? shareInQuote(value, quote), exact !== null);
    return [{ ...found, basis }];
  };

  const ground = (leaf: JsonSchema, value: unknown, { from, path }: Paths, optional: boolean): unknown => {
    if (value === null || value === undefined || "const" in fillable(leaf, value)) return value;
    const cited = (places.get(from) ?? []).flatMap((place) => placed(place, value));
    const decided = valueInQuote(value, cited.map(({ quote }) => quote).join(" "), leaf);
    if (cited.length > 0 && decided !== false) {
      const verdict =
        decided === null || !cited.some(isEarned)
          ? "unverified"
          : cited.every(({ exact }) => exact)
            ? "verified"
            : "repaired";
      if (evidence.length < maxEvidence)
        evidence.push(...cited.map(({ exact: _, ...rest }) => ({ ...rest, path, verdict }) as Evidence));
      return value;
    }
    index ??= valueIndex(documents);
    const found = findValue(index, value);
    if (found) {
      const { exact: _, ...rest } = entry(
        found.document,
        found.element,
        found.quote,
        shareInQuote(value, found.quote),
        false,
      );
      if (evidence.length < maxEvidence) evidence.push({ ...rest, path, verdict: "repaired" });
      return value;
    }
    const mayBeNull = optional || allowsNull(leaf);
    return mayBeNull && !isDrawnValue(leaf, value, () => (words ??= longWordsOf(documents))) ? null : value;
  };

  const walk = (part: JsonSchema, value: unknown, paths: Paths, optional: boolean): unknown => {
    const shape = fillable(part, value);
    const inside = (key: string | number, kept = key): Paths => ({
      from: pointer(paths.from, key),
      path: pointer(paths.path, kept),
    });
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const [at, item] of value.entries()) {
        const grounded = walk(itemsOf(shape), item, inside(at, items.length), true);
        if (grounded !== null || item === null) items.push(grounded);
      }
      return items;
    }
    if (!isObject(value)) return ground(part, value, paths, optional);
    const properties = propertiesOf(shape);
    const required = new Set(requiredOf(shape));
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        const property = Object.hasOwn(properties, name) ? (properties[name] ?? {}) : {};
        return [name, walk(property, inner, inside(name), !required.has(name))];
      }),
    );
  };

  return { value: walk(schema, draft.value, { from: "", path: "" }, false), evidence };
}

/**
 * Bases whose values are right far more often than those of a form or a place alone; docs/decisions/extraction.md has
 * the shares.
 */
const earning = new Set<Basis>(["label", "heads", "column", "list", "prose", "named"]);
const minEarned = 0.8;

/** Whether a place shows that its value is the property's. An extractor that gives no basis answers for itself. */
const isEarned = ({ basis, score }: Pick<Evidence, "basis" | "score">): boolean =>
  basis === undefined || basis === "sums" || (earning.has(basis) && score >= minEarned);

const entry = (
  { fileId, fileName }: ExtractionDocument,
  element: Element,
  quote: string,
  score: number,
  exact: boolean,
) => ({
  fileId,
  fileName,
  pageNumber: element.pageNumber,
  elementId: element.elementId,
  quote,
  boundingBox: element.boundingBox ?? null,
  score: Math.round(100 * Math.min(1, Math.max(0, score))) / 100,
  exact,
});
