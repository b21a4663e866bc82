import { createReadTerm, type EInvoiceTerm } from "./e-invoice-term.ts";
import type { ExtractionDocument, ExtractionDraft, Extractor, FoundPlace } from "./extractor.ts";
import { findValue, valueIndex } from "./find-value.ts";
import { fillable, isObject, type JsonSchema, pointer, propertiesOf, typesOf } from "./json-schema.ts";

/** A property for which a document's e-invoice has a value. */
type Told = { path: string; names: string[]; value: string | number };

/**
 * Makes an extractor that reads a PDF with an e-invoice (Factur-X, ZUGFeRD, XRechnung) from it where its page agrees: the
 * value is the e-invoice's, and its place is on the page. What the page does not say stays as the page says it, and
 * `message` names it. Documents without an e-invoice, and several documents at once, are passed on as they are.
 */
export function withEInvoice(extractor: Extractor): Extractor {
  const termOf = createReadTerm();
  return async (request, signal) => {
    const draft = await extractor(request, signal);
    const [document, ...others] = request.documents;
    const invoice = document?.elements[0]?.metadata?.e_invoice;
    if (!document || others.length > 0 || !isObject(invoice) || !isObject(draft.value)) return draft;
    const told = toldOf(request.schema, [], "", (names) => writtenFor(invoice, termOf(names)));
    return told.length === 0 ? draft : compared(draft, told, document);
  };
}

const writtenFor = (
  invoice: Record<string, unknown>,
  term: EInvoiceTerm | null,
): string | number | undefined => {
  const value = term === null ? undefined : invoice[term];
  return typeof value === "string" || typeof value === "number" ? value : undefined;
};

/** The single values of a schema for which there is one. Rows are read from the page: their order distinguishes them. */
function toldOf(
  schema: JsonSchema,
  names: string[],
  path: string,
  valueFor: (names: string[]) => string | number | undefined,
): Told[] {
  const shape = fillable(schema);
  const types = typesOf(shape);
  if (types.includes("array")) return [];
  if (types.includes("object"))
    return Object.entries(propertiesOf(shape)).flatMap(([name, property]) =>
      toldOf(property, [...names, name], pointer(path, name), valueFor),
    );
  const value = valueFor(names);
  const fits =
    typeof value === "number"
      ? types.includes("number") || types.length === 0
      : types.includes("string") || types.length === 0;
  return value !== undefined && fits && !("const" in shape) ? [{ path, names, value }] : [];
}

function compared(draft: ExtractionDraft, told: Told[], document: ExtractionDocument): ExtractionDraft {
  const index = valueIndex([document]);
  const value = structuredClone(draft.value) as Record<string, unknown>;
  const agreed = new Map<string, FoundPlace>();
  const differing: string[] = [];
  for (const each of told) {
    const { path, names, value: written } = each;
    const given = valueAt(value, names);
    if (same(given, written)) continue;
    const place = findValue(index, written);
    // Sums that make each other are what the page says, wherever else the other number stands.
    const isSum =
      given !== null && draft.places.some((found) => found.path === path && found.basis === "sums");
    if (!place || isSum) {
      differing.push(`${names.join(".")} (${written})`);
      continue;
    }
    setAt(value, names, written);
    agreed.set(path, {
      path,
      fileId: document.fileId,
      elementId: place.element.elementId,
      text: place.quote,
      score: 1,
      basis: "named",
    });
  }
  const places = [...draft.places.filter(({ path }) => !agreed.has(path)), ...agreed.values()];
  const message = [draft.message, differing.length > 0 ? differs(differing) : undefined]
    .filter(Boolean)
    .join(" ");
  return { ...draft, value, places, ...(message !== "" && { message }) };
}

const differs = (differing: string[]): string =>
  `The e-invoice inside of this PDF says what its pages do not: ${differing.join(", ")}.`;

const same = (given: unknown, written: string | number): boolean =>
  typeof given === "string" && typeof written === "string"
    ? plain(given) === plain(written)
    : given === written;

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

function valueAt(value: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
}

function setAt(value: Record<string, unknown>, names: readonly string[], written: string | number): void {
  const holder = valueAt(value, names.slice(0, -1));
  const last = names.at(-1);
  if (isObject(holder) && last !== undefined) holder[last] = written;
}
