import { setImmediate as nextTurn } from "node:timers/promises";
import type { Element } from "../../../elements/element.ts";
import type { ExtractionDocument } from "../../../structured/extractor.ts";
import { type DateOrder, dateOrderOf } from "../../../text/dates.ts";
import { detectLanguage } from "../../../text/detect-language.ts";
import type { LabelReader } from "../../../text/label-words.ts";
import { type DecimalSign, decimalSignOf } from "../../../text/numbers.ts";
import { drawnLines } from "./drawn-lines.ts";
import { findParties } from "./find-parties.ts";
import { labelledAmounts } from "./labelled-amounts.ts";
import { layoutLines } from "./layout-table.ts";
import type { Cell, CellPlace, Line } from "./line.ts";
import type { Parties } from "./party.ts";
import { findSums, type Sums } from "./sums.ts";
import { type TableGrid, tableGrid } from "./table-grid.ts";

/** A document prepared for finding labels. */
export type LabelledDocument = {
  fileId: string;
  read: LabelReader;
  lines: Line[];
  grids: TableGrid[];
  elements: Element[];
  /** The lines of each page, of a table its first, for finding the text beside a label. */
  byPage: Map<number, Line[]>;
  /** The places of each meaning of a label word, in order. */
  places: Map<string, CellPlace[]>;
  parties: Parties;
  /** Net, tax and total; found when first asked for. */
  sums: () => Sums;
  decimal: DecimalSign;
  dateOrder: DateOrder;
};

/** Maximum lines searched. */
const maxLines = 50_000;
/** US Letter or Legal paper, in points. Documents on it usually write the month first. */
const americanPaper = [
  [612, 792],
  [612, 1008],
] as const;

const usesAmericanPaper = (elements: Element[]): boolean =>
  elements.some(({ pageLayout }) =>
    americanPaper.some(
      ([width, height]) =>
        Math.abs((pageLayout?.width ?? 0) - width) < 2 && Math.abs((pageLayout?.height ?? 0) - height) < 2,
    ),
  );
/** A state and a ZIP code. */
const usAddress = /\b[A-Z]{2}\s+\d{5}(?:-\d{4})?\b/;
/** Currencies, taxes and words of countries that write the day first. */
const speaksOtherwise =
  /[€£₹]|\b(?:EUR|GBP|CHF|MYR|RM|SGD|AUD|NZD|INR|ZAR|SEK|NOK|DKK|PLN|GST|VAT|SST|MwSt|TVA|IVA|BTW|SDN|Ltd|GmbH|und|der|les|des|pour|avec|del|los|para|het|een|voor|della|Datum|Fecha|Facture|Factura|Factuur|Fattura|Rechnung)\b/;

/** Accents that English words lack, and how many words must have one. */
const accented = /[\p{L}]*[äöüßñãõçéèêàò][\p{L}]*/giu;
const minAccented = 2;

/** Whether a text without other evidence is in a language that writes a comma before decimals. */
function writesComma(text: string): boolean {
  if (/\d,\d/.test(text)) return false;
  const language = detectLanguage(text.toLowerCase().match(/\p{L}+/gu) ?? []);
  return language === null
    ? new Set(text.toLowerCase().match(accented)).size >= minAccented
    : language !== "en";
}

/** Number of elements prepared before the thread serves others. */
const elementsPerTurn = 500;

export async function labelledDocument(
  { fileId, elements }: ExtractionDocument,
  read: LabelReader,
  orderHint: DateOrder | null,
  signal: AbortSignal,
): Promise<LabelledDocument> {
  const spoken = elements.filter(({ type }) => type !== "PageNumber");
  const grids: TableGrid[] = [];
  const lines: Line[] = [];
  for (const [index, element] of spoken.entries()) {
    if (lines.length >= maxLines) break;
    if (index % elementsPerTurn === elementsPerTurn - 1) {
      await nextTurn();
      signal.throwIfAborted();
    }
    const grid = element.type === "Table" ? tableGrid(element) : null;
    const laidOut = grid && layoutLines(element, grid, read);
    if (laidOut) {
      lines.push(...laidOut);
      continue;
    }
    if (grid) {
      grids.push(grid);
      for (const [row, texts] of grid.rows.entries()) {
        const { boundingBox: box } = element;
        const cells = texts.map((text) => cellOf(text, read, "cell"));
        lines.push({ element, cells, grid, row, ...(box && { box }) });
      }
      continue;
    }
    for (const { text, box = element.boundingBox } of drawnLines(element)) {
      const cells = text.split(/\s\|\s|\t/).map((cell) => cellOf(cell, read));
      lines.push({ element, cells, grid: null, row: 0, ...(box && { box }) });
    }
  }
  const text = spoken.map((element) => element.text).join("\n");
  const american = !speaksOtherwise.test(text) && (usesAmericanPaper(spoken) || usAddress.test(text));
  const decimal = decimalSignOf(text) ?? (writesComma(text) ? "," : null);
  const dateOrder = dateOrderOf(text, orderHint ?? (american ? "month-first" : "day-first"));
  const found = { fileId, read, grids, elements: spoken, decimal, dateOrder };
  return withLines(found, lines.slice(0, maxLines), findParties(lines.slice(0, maxLines), read));
}

type WithoutLines = Pick<
  LabelledDocument,
  "fileId" | "read" | "grids" | "elements" | "decimal" | "dateOrder"
>;

const withLines = (document: WithoutLines, lines: Line[], parties: Parties): LabelledDocument => ({
  ...document,
  lines,
  byPage: Map.groupBy(
    lines.filter(({ row }) => row === 0),
    ({ element }) => element.pageNumber,
  ),
  places: placesOf(lines),
  parties,
  sums: once(() => findSums(labelledAmounts(lines, document.decimal))),
});

const noParty = { name: null, address: null };

/** Some lines of a document as a document of its own. Its parties are unknown: a section has no letterhead. */
export function sectionOf(document: LabelledDocument, lines: Line[]): LabelledDocument {
  const elements = [...new Set(lines.map(({ element }) => element))];
  const grids = [...new Set(lines.flatMap(({ grid }) => grid ?? []))];
  return withLines({ ...document, elements, grids }, lines, { issuer: noParty, customer: noParty });
}

function once<Result>(find: () => Result): () => Result {
  let found: { result: Result } | undefined;
  return () => {
    found ??= { result: find() };
    return found.result;
  };
}

function placesOf(lines: Line[]): Map<string, CellPlace[]> {
  const places = new Map<string, CellPlace[]>();
  for (const [order, line] of lines.entries()) {
    for (const [column, cell] of line.cells.entries()) {
      for (const meaning of new Set(cell.words.flatMap(({ meanings }) => meanings))) {
        const known = places.get(meaning);
        if (known) known.push({ order, column });
        else places.set(meaning, [{ order, column }]);
      }
    }
  }
  return places;
}

const cellOf = (text: string, read: LabelReader, kind?: "cell"): Cell => ({
  text: text.trim(),
  words: read(text.trim(), kind),
});

/** The order of dates that the instruction gives, if any. */
export function dateOrderHint(instruction: string): DateOrder | null {
  if (/\bmm?\s?[-/.]\s?dd?\b|\b(?:us|american)\s+(?:date|format|style)|month[- ]first/i.test(instruction))
    return "month-first";
  if (
    /\bdd?\s?[-/.]\s?mm?\b|\b(?:european|british|uk)\s+(?:date|format|style)|day[- ]first/i.test(instruction)
  )
    return "day-first";
  return null;
}
