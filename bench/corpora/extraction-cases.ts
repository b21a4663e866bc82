import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createDocumentReader } from "../../packages/reader/src/read-document.ts";
import { beginning } from "../../packages/server/src/builds/document-reader.ts";
import { prepareDocument } from "../../packages/server/src/builds/prepare-document.ts";
import type { Element } from "../../packages/server/src/elements/element.ts";
import { invoiceFields, ownFields, receiptFields } from "./extraction-fields.ts";

/** A document, the properties of the schema to fill, and their true values; null says that the document has none. */
export type ExtractionCase = {
  collection: string;
  name: string;
  elements: Element[];
  properties: Record<string, unknown>;
  truth: Record<string, unknown>;
  /** Names of values that are true but not drawn on the page: leaving them out is not a miss. */
  unseen?: ReadonlySet<string>;
};

const readDocument = createDocumentReader();

export async function elementsOf(path: string, method?: "balanced"): Promise<Element[]> {
  const elements: Element[] = [];
  const read = readDocument({ bytes: await readFile(path), fileName: path }, method && { method });
  for await (const part of prepareDocument(read, beginning))
    if (part.kind === "elements") elements.push(...part.elements);
  return elements;
}

type InvoiceTruth = Record<string, unknown> & { lines?: Record<string, unknown>[] };

/** Invoices: the reader reads `<name>.pdf`; `<name>.json` beside it has the true values. */
export async function* invoiceCases(folder: string): AsyncGenerator<ExtractionCase> {
  if (!existsSync(folder)) return;
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(".json"))) {
    const [{ lines, ...truth } = {} as InvoiceTruth] = JSON.parse(
      await readFile(join(folder, file), "utf8"),
    ) as InvoiceTruth[];
    const known = Object.fromEntries(
      Object.entries(truth).filter(([field]) => Object.hasOwn(invoiceFields, field)),
    );
    const rows = lines
      ?.filter((line) => line.line_note === undefined)
      .map((line) => ({
        name: line.name ?? line.desc,
        qty: line.qty,
        price: line.price_unit ?? line.price,
      }));
    yield {
      collection: "invoices",
      name: file,
      elements: await elementsOf(join(folder, file.replace(".json", ".pdf"))),
      properties: invoiceFields,
      truth: { ...known, ...(rows && { lines: rows }) },
    };
  }
}

/** Receipts: each line of `box/*.csv` is one element, or the reader reads `img/*.jpg` with `balanced`. */
export async function* receiptCases(folder: string, from: "text" | "image"): AsyncGenerator<ExtractionCase> {
  if (!existsSync(folder)) return;
  for (const file of await readdir(join(folder, "key"))) {
    const key = JSON.parse(await readFile(join(folder, "key", file), "utf8")) as Record<string, string>;
    const elements =
      from === "text"
        ? linesOf(await readFile(join(folder, "box", file.replace(".json", ".csv")), "utf8"))
        : await elementsOf(join(folder, "img", file.replace(".json", ".jpg")), "balanced");
    yield {
      collection: from === "text" ? "receipts, given text" : "receipts, read from the picture",
      name: file,
      elements,
      properties: receiptFields,
      truth: {
        company: key.company,
        address: key.address,
        ...(key.date && { date: isoDay(key.date) }),
        ...(key.total && { total: Number(key.total.replace(/[^\d.]/g, "")) }),
      },
    };
  }
}

/** The eight numbers before each text are the corners of its box. */
function linesOf(csv: string): Element[] {
  const lines = csv.split(/\r?\n/).flatMap((line) => {
    const match = /^((?:\d+,){8})(.*)$/.exec(line);
    const [left = 0, top = 0, right = 0, , , bottom = 0] = (match?.[1] ?? "").split(",").map(Number);
    return match
      ? [{ text: match[2] ?? "", box: { left, top, width: right - left, height: bottom - top } }]
      : [];
  });
  return lines
    .sort((a, b) => (Math.abs(a.box.top - b.box.top) < 8 ? a.box.left - b.box.left : a.box.top - b.box.top))
    .map(({ text, box }, position) => ({
      elementId: `e${position}`,
      position,
      type: "UncategorizedText",
      text,
      pageNumber: 1,
      boundingBox: box,
    }));
}

const months = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ");

/** Receipts write the day first: `25/12/2018`, `4 MAR 18`, `20180304`. */
function isoDay(written: string): string {
  const [, day = "", month = "", year = ""] =
    /(\d{1,2})[^\dA-Z]*(\d{1,2}|[A-Z]{3,})[^\d]+(\d{2,4})/i.exec(written) ?? [];
  const plain = /^(\d{4})(\d\d)(\d\d)$/.exec(written.trim());
  if (plain) return plain.slice(1).join("-");
  const named = months.indexOf(month.slice(0, 3).toUpperCase()) + 1;
  return `${year.length === 2 ? `20${year}` : year}-${String(named || month).padStart(2, "0")}-${day.padStart(2, "0")}`;
}

type OwnTruth = Record<string, { kind: string; fields: Record<string, unknown> }>;

/**
 * Documents of our own (`extraction/README.md`), ten written after the rules (`extraction-later/README.md`), or twelve of other
 * kinds (`extraction-kinds/README.md`): the first half chose rules, the other judges.
 */
export async function* ownCases(
  set: "extraction" | "extraction-later" | "extraction-kinds",
): AsyncGenerator<ExtractionCase> {
  const folder = join(import.meta.dirname, set);
  const all = JSON.parse(await readFile(join(folder, "truth.json"), "utf8")) as OwnTruth;
  const half = Object.keys(all).length / 2;
  for (const [index, [name, { kind, fields }]] of Object.entries(all).entries()) {
    const { properties, truth } = ownFields(kind, fields);
    const elements = await elementsOf(join(folder, `${name}.pdf`));
    const plural = kind === "letter" ? "contracts, letters, CVs, reports" : `${kind}s`;
    const which = set === "extraction" ? "our own" : "our own, not developed on,";
    const collection =
      set === "extraction-kinds"
        ? `other kinds, the half that ${index < half ? "chose" : "judges"}`
        : `${which} ${plural}`;
    yield { collection, name, elements, properties, truth };
  }
}
