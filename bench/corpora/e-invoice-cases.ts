import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ExtractionCase, elementsOf } from "./extraction-cases.ts";
import { eInvoiceFields } from "./extraction-fields.ts";

type Written = Record<string, unknown> & { visible: string[] };
type Truth = Written & { lines: Written[] };

/**
 * Invoices that carry an e-invoice, once without it and once with it, asked for in several wordings (see `eInvoiceFields`). Only what is drawn on the page counts
 * as a value that exists; a value that the page lacks is wrong when it is given and differs from the e-invoice.
 */
export async function* eInvoiceCases(folder: string): AsyncGenerator<ExtractionCase> {
  if (!existsSync(folder)) return;
  for (const file of await readdir(join(folder, "truth"))) {
    const truth = JSON.parse(await readFile(join(folder, "truth", file), "utf8")) as Truth;
    const read = await elementsOf(join(folder, "pdf", file.replace(".json", ".pdf")));
    const elements = read.map(({ metadata: _, ...element }) => element);
    for (const [wording, { properties, names, list, lineNames }] of Object.entries(eInvoiceFields)) {
      const common = {
        name: `${file} (${wording})`,
        properties,
        truth: {
          ...valuesOf(truth, names),
          [list]: truth.lines.map((line) => visibleOf(line, lineNames)),
        },
        unseen: new Set(unseenOf(truth, names)),
      };
      yield { ...common, collection: `e-invoices, ${wording}`, elements };
      yield { ...common, collection: `e-invoices with their XML, ${wording}`, elements: read };
    }
  }
}

const isNumber = /^-?\d+(?:\.\d+)?(?:E[+-]?\d+)?$/;
const texts = new Set(["number", "article", "description", "seller", "buyer"]);

function valuesOf(written: Written, names: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(names).map(([ours, theirs]) => {
      const value = written[ours];
      const typed =
        typeof value === "string" && !texts.has(ours) && isNumber.test(value) ? Number(value) : value;
      return [theirs, typed ?? null];
    }),
  );
}

/** What is not drawn is undefined, which counts for nothing. */
const visibleOf = (line: Written, names: Record<string, string>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(valuesOf(line, names)).map(([theirs, value]) => {
      const ours = Object.keys(names).find((name) => names[name] === theirs) ?? "";
      return [theirs, line.visible.includes(ours) ? value : undefined];
    }),
  );

const unseenOf = ({ visible }: Written, names: Record<string, string>): string[] =>
  Object.entries(names).flatMap(([ours, theirs]) => (visible.includes(ours) ? [] : [theirs]));
