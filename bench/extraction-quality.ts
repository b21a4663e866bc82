/**
 * How many fields the extractor gets right: the built-in one, or the language model of HEADWATER_LANGUAGE_MODEL. Usage:
 *
 *     node bench/extraction-quality.ts [invoices-folder] [receipts-folder] [--verbose]
 *
 * Invoices: the PDF parser reads `<name>.pdf`; `<name>.json` beside it has the true values. Receipts: `box/*.csv` has
 * eight corner coordinates and a text in each line; `key/*.json` has company, date, address and total. Each line is one
 * element.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createDocumentReader } from "../packages/reader/src/read-document.ts";
import { beginning } from "../packages/server/src/builds/document-reader.ts";
import { prepareDocument } from "../packages/server/src/builds/prepare-document.ts";
import type { Element } from "../packages/server/src/elements/element.ts";
import { checkExtractionSchema } from "../packages/server/src/structured/extraction-schema.ts";
import { fitToSchema } from "../packages/server/src/structured/fit-to-schema.ts";
import { benchModels } from "./support/configured-models.ts";

const corpora = process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora");
const [invoices = join(corpora, "invoices"), receipts = join(corpora, "receipts")] = process.argv
  .slice(2)
  .filter((argument) => !argument.startsWith("--"));
const verbose = process.argv.includes("--verbose");

const text = { type: ["string", "null"] };
const number = { type: ["number", "null"] };
const day = { type: ["string", "null"], format: "date" };
const invoiceProperties: Record<string, Record<string, unknown>> = {
  issuer: { ...text, description: "Company that issued the invoice" },
  invoice_number: text,
  date: { ...day, description: "Invoice date" },
  date_due: { ...day, description: "Date the payment is due" },
  amount: { ...number, description: "Total amount including tax" },
  amount_untaxed: { ...number, description: "Total amount without tax (net)" },
  currency: { ...text, description: "ISO 4217 code" },
  vat: { ...text, description: "VAT identification number of the issuer" },
  iban: text,
  bic: text,
  siren: { ...text, description: "SIREN number of the issuer" },
  client_id: { ...text, description: "Customer number" },
  lines: {
    type: "array",
    description: "Invoice lines",
    items: {
      type: "object",
      properties: {
        name: { ...text, description: "Description of the article" },
        qty: { ...number, description: "Quantity" },
        price: { ...number, description: "Unit price" },
        price_subtotal: { ...number, description: "Amount of the line" },
      },
    },
  },
};
const receiptProperties = { company: text, date: day, address: text, total: number };

const { extractor } = benchModels();
const tally = new Map<string, { right: number; absent: number; wrong: number }>();

const plain = (value: unknown): string =>
  String(value)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

function same(found: unknown, truth: unknown): boolean {
  if (typeof truth === "number" && typeof found === "number") return Math.abs(found - truth) < 0.005;
  const [a, b] = [plain(found), plain(truth)];
  return (
    a === b ||
    (a.length >= 4 &&
      b.length >= 4 &&
      (a.startsWith(b) || b.startsWith(a)) &&
      Math.min(a.length, b.length) > 0.7 * Math.max(a.length, b.length))
  );
}

function count(group: string, field: string, found: unknown, truth: unknown, where: string): void {
  const key = `${group} ${field}`;
  const entry = tally.get(key) ?? { right: 0, absent: 0, wrong: 0 };
  tally.set(key, entry);
  if (found === null || found === undefined) entry.absent += 1;
  else if (same(found, truth)) entry.right += 1;
  else entry.wrong += 1;
  if (verbose && !same(found, truth))
    console.log(`${where} ${field}: found ${JSON.stringify(found)}, wanted ${JSON.stringify(truth)}`);
}

async function extract(name: string, elements: Element[], properties: Record<string, unknown>) {
  const schema = checkExtractionSchema({ type: "object", properties });
  const documents = [{ fileId: name, fileName: name, elements }];
  const request = {
    documents,
    instruction: "Extract the values",
    schema,
    thinkingLevel: "accurate" as const,
  };
  const draft = await extractor(request, new AbortController().signal);
  return fitToSchema(schema, draft.value) as Record<string, unknown>;
}

type InvoiceTruth = Record<string, unknown> & { lines?: Record<string, unknown>[] };

const readDocument = createDocumentReader();
for (const file of (await readdir(invoices)).filter((name) => name.endsWith(".json"))) {
  const [truth] = JSON.parse(await readFile(join(invoices, file), "utf8")) as InvoiceTruth[];
  const name = file.replace(".json", ".pdf");
  const elements: Element[] = [];
  for await (const part of prepareDocument(
    readDocument({ bytes: await readFile(join(invoices, name)), fileName: name }),
    beginning,
  )) {
    if (part.kind === "elements") elements.push(...part.elements);
  }
  const found = await extract(name, elements, invoiceProperties);
  for (const field of Object.keys(invoiceProperties)) {
    if (field === "lines" || truth?.[field] === undefined) continue;
    count("invoice", field, found[field], truth[field], name);
  }
  const lines = (found.lines ?? []) as Record<string, unknown>[];
  for (const [index, line] of (truth?.lines ?? []).filter((one) => one.line_note === undefined).entries()) {
    const wanted = {
      name: line.name ?? line.desc,
      qty: line.qty,
      price: line.price_unit ?? line.price,
    };
    const match = lines.find((candidate) => same(candidate.name, wanted.name)) ?? lines[index];
    for (const [field, value] of Object.entries(wanted)) {
      if (value === undefined) continue;
      const expected = field === "name" ? value : Number(value);
      count("invoice line", field, match?.[field], expected, name);
    }
  }
}

const isoDay = (written: string): string => {
  const [, day = "", month = "", year = ""] =
    /(\d{1,2})[^\d]+(\d{1,2}|[A-Z]{3,})[^\d]+(\d{2,4})/i.exec(written) ?? [];
  const months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
  const named = months.indexOf(month.slice(0, 3).toUpperCase()) + 1;
  return `${year.length === 2 ? `20${year}` : year}-${String(named || month).padStart(2, "0")}-${day.padStart(2, "0")}`;
};

for (const file of await readdir(join(receipts, "key"))) {
  const truth = JSON.parse(await readFile(join(receipts, "key", file), "utf8")) as Record<string, string>;
  const rows = (await readFile(join(receipts, "box", file.replace(".json", ".csv")), "utf8"))
    .split(/\r?\n/)
    .flatMap((line) => {
      const match = /^((?:\d+,){8})(.*)$/.exec(line);
      const [left = 0, top = 0, right = 0, , , bottom = 0] = (match?.[1] ?? "").split(",").map(Number);
      return match
        ? [{ text: match[2] ?? "", box: { left, top, width: right - left, height: bottom - top } }]
        : [];
    })
    .sort((a, b) => (Math.abs(a.box.top - b.box.top) < 8 ? a.box.left - b.box.left : a.box.top - b.box.top));
  const elements = rows.map(
    ({ text: words, box }, position): Element => ({
      elementId: `e${position}`,
      position,
      type: "UncategorizedText",
      text: words,
      pageNumber: 1,
      boundingBox: box,
    }),
  );
  const found = await extract(file, elements, receiptProperties);
  count("receipt", "company", found.company, truth.company, file);
  count("receipt", "address", found.address, truth.address, file);
  count("receipt", "date", found.date, isoDay(truth.date ?? ""), file);
  if (truth.total) count("receipt", "total", found.total, Number(truth.total.replace(/[^\d.]/g, "")), file);
}

const sums = new Map<string, { right: number; all: number }>();
for (const [key, { right, absent, wrong }] of tally) {
  const all = right + absent + wrong;
  console.log(
    `${key.padEnd(28)} ${String(right).padStart(3)} of ${String(all).padStart(3)} right, ${absent} not found, ${wrong} wrong`,
  );
  const group = key.startsWith("receipt") ? "receipts" : "invoices";
  const sum = sums.get(group) ?? { right: 0, all: 0 };
  sums.set(group, { right: sum.right + right, all: sum.all + all });
}
for (const [group, { right, all }] of sums)
  console.log(`${group}: ${((100 * right) / all).toFixed(1)} % of ${all} fields right`);
