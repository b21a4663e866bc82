import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { promisify } from "node:util";
import { createDocumentReader, ParseError } from "../packages/reader/src/index.ts";
import { printReport } from "./support/report.ts";
import { median } from "./support/statistics.ts";

/**
 * The share of LibreOffice's words that @headwater/reader reads, for the Office documents below a folder:
 * `npm run bench -- office-recall <folder>`, by default the documents of the shared corpora. Beside them stand copies in
 * the older and the open formats that LibreOffice makes of the newer ones. Needs `soffice` on the PATH.
 */
const corpora = process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora");
const folder = process.argv[2] ?? join(corpora, "documents");
const run = promisify(execFile);
const work = mkdtempSync(join(tmpdir(), "office-recall-"));
const readDocument = createDocumentReader();

/** LibreOffice's filter for text, and the formats into which documents are copied. */
const kinds: Record<string, { text: "txt" | "csv" | "pdf"; copies: string[] }> = {
  docx: { text: "txt", copies: ["doc", "odt"] },
  odt: { text: "txt", copies: [] },
  doc: { text: "txt", copies: [] },
  xlsx: { text: "csv", copies: ["xls"] },
  xls: { text: "csv", copies: [] },
  pptx: { text: "pdf", copies: ["ppt"] },
  ppt: { text: "pdf", copies: [] },
};

const filters = {
  txt: "txt:Text (encoded):UTF8",
  // A file for each sheet: field and text separators, UTF-8, from row 1, values as shown.
  csv: "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1",
  pdf: "pdf",
};

async function convert(file: string, filter: string, into: string): Promise<string[]> {
  const before = new Set(existing(into));
  const profile = `-env:UserInstallation=file://${join(work, "profile")}`;
  const options = [profile, "--headless", "--convert-to", filter, "--outdir", into, file];
  await run("soffice", options, { timeout: 120_000 });
  return existing(into)
    .filter((name) => !before.has(name))
    .map((name) => join(into, name));
}

const existing = (path: string): string[] => {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
};

async function reference(file: string, kind: "txt" | "csv" | "pdf"): Promise<string | undefined> {
  const into = join(work, "text", `${basename(file)}-${Math.random().toString(36).slice(2)}`);
  const made = await convert(file, filters[kind], into).catch(() => []);
  if (made.length === 0) return undefined;
  if (kind !== "pdf") return made.map((one) => readFileSync(one, "utf8")).join("\n");
  const { stdout } = await run("pdftotext", ["-enc", "UTF-8", made[0] ?? "", "-"], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** The share of words that occur in the other text as often. */
function recall(expected: readonly string[], found: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of found) left.set(word, (left.get(word) ?? 0) + 1);
  let met = 0;
  for (const word of expected) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    met += 1;
  }
  return expected.length === 0 ? 1 : met / expected.length;
}

/** All that was read: text, and numbers of list items, which LibreOffice writes before them. */
async function read(file: string): Promise<string> {
  let text = "";
  for await (const part of readDocument({ bytes: readFileSync(file), fileName: basename(file) })) {
    if (part.kind !== "elements") continue;
    for (const { type, html, text: plain, metadata } of part.elements) {
      // A table's text repeats its headings in every row; its HTML has each cell once.
      const own =
        type === "Table" && html
          ? html.replace(/<[^>]*>/g, " ").replace(/&(?:lt|gt|quot|amp);/g, " ")
          : plain;
      text += `${metadata?.list_marker ?? ""} ${own}\n`;
    }
  }
  return text;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);

type Measured = { file: string; recall: number };
const measured = new Map<string, Measured[]>();
const refused: string[] = [];

async function measure(file: string, label: string): Promise<void> {
  const kind = kinds[extname(file).slice(1).toLowerCase()];
  if (!kind) return;
  let found: string;
  try {
    found = await read(file);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    refused.push(`${basename(file)}: ${error.message}`);
    return;
  }
  const expected = await reference(file, kind.text);
  if (expected === undefined) return;
  const list = measured.get(label) ?? [];
  measured.set(label, list);
  list.push({ file: basename(file), recall: recall(wordsOf(expected), wordsOf(found)) });
}

const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => extname(name).slice(1).toLowerCase() in kinds)
  .sort()
  .map((name) => join(folder, name));
try {
  for (const file of files) {
    const extension = extname(file).slice(1).toLowerCase();
    await measure(file, extension);
    for (const copy of kinds[extension]?.copies ?? []) {
      const made = await convert(file, copy, join(work, copy)).catch(() => []);
      for (const one of made) await measure(one, `${copy}, copied from ${extension}`);
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

printReport(
  [...measured].map(([label, list]) => {
    const recalls = list.map((one) => one.recall);
    const worst = [...list].sort((a, b) => a.recall - b.recall).slice(0, 3);
    const named = worst.map((one) => `${one.file} ${one.recall.toFixed(3)}`).join(", ");
    return {
      what: `${label}, ${list.length} files`,
      measured: `mean ${mean(recalls).toFixed(3)}, median ${median(recalls).toFixed(3)}; lowest: ${named}`,
    };
  }),
);
for (const line of refused) console.log(`refused: ${line}`);
