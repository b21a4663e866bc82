import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createDocumentReader } from "../packages/reader/src/read-document.ts";
import { samplePdf } from "../packages/server/testing/documents/sample-pdf.ts";
import { childrenProcessorTime } from "./support/children-processor-time.ts";
import { loadLiteparse } from "./support/liteparse.ts";
import { hasPoppler } from "./support/poppler-words.ts";
import { processorTime } from "./support/processor-time.ts";
import { printReport } from "./support/report.ts";

/**
 * Processor time (user and system, all threads) of method `fast` on all given PDFs, against liteparse (Markdown without OCR) and
 * Debian's pdftotext on the same files in the same rounds. The first round warms up; of the others the smallest sum counts.
 * The start of pdftotext's process, measured on a PDF of one page, is taken out. Usage:
 *
 *     npm install --prefix <scratch folder> @llamaindex/liteparse
 *     HEADWATER_LITEPARSE=<scratch folder> node bench/reading-cpu.ts [corpora folder]
 *
 * The folder is `HEADWATER_CORPORA` by default, else `../shared/corpora` beside the project. What is not installed is left out.
 */
const rounds = 2;
const root = resolve(
  process.argv[2] ?? process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora"),
);
const liteparse = loadLiteparse(process.env.HEADWATER_LITEPARSE);
const withPoppler = hasPoppler();
const read = createDocumentReader();
let pages = 0;

async function readFast(file: string): Promise<void> {
  try {
    for await (const part of read({ bytes: readFileSync(file), extension: "pdf" }, { method: "fast" }))
      if (part.kind === "totals") pages += part.totalPages;
  } catch {
    // Scans and protected files: that they can't be read is part of the work.
  }
}

const runPdftotext = (file: string) => spawnSync("pdftotext", [file, "/dev/null"], { stdio: "ignore" });

/** Milliseconds of pdftotext on these files. */
function timePdftotext(files: readonly string[]): number {
  const before = childrenProcessorTime();
  for (const file of files) runPdftotext(file);
  return childrenProcessorTime() - before;
}

const files = (existsSync(root) ? readdirSync(root, { recursive: true, encoding: "utf8" }) : [])
  .filter((path) => path.toLowerCase().endsWith(".pdf"))
  .map((path) => join(root, path))
  .sort();
const onePage = join(tmpdir(), `headwater-bench-${process.pid}.pdf`);
writeFileSync(onePage, samplePdf({ pages: 1, seed: 1 }));

let ours = Number.POSITIVE_INFINITY;
let theirs = Number.POSITIVE_INFINITY;
let poppler = Number.POSITIVE_INFINITY;
try {
  for (let round = 0; round <= rounds && files.length > 0; round += 1) {
    pages = 0;
    let [own, lite, text] = [0, 0, 0];
    for (const file of files) {
      own += await processorTime(() => readFast(file), 1);
      if (liteparse) lite += await processorTime(() => liteparse.parse(file).catch(() => null), 1);
      if (withPoppler) text += timePdftotext([file]);
    }
    if (withPoppler) text -= timePdftotext(files.map(() => onePage));
    if (round === 0) continue;
    ours = Math.min(ours, own);
    theirs = Math.min(theirs, lite);
    poppler = Math.min(poppler, text);
  }
} finally {
  rmSync(onePage);
}

const aPage = (ms: number) => `${(ms / pages).toFixed(1)} ms a page`;
const compared = (name: string, reference: number, aim: number) => ({
  what: `${files.length} PDFs, ${pages} pages, method fast: processor time`,
  measured: `${aPage(ours)}, ${(ours / reference).toFixed(2)} ×`,
  against: `${name}: ${aPage(reference)}`,
  aim: `≤ ${aim} ×`,
  met: ours <= aim * reference,
});
if (files.length === 0)
  console.log(`${root} does not hold PDFs: name the folder as argument or in HEADWATER_CORPORA.`);
printReport([
  ...(liteparse ? [compared("liteparse, Markdown without OCR", theirs, 2)] : []),
  ...(withPoppler ? [compared("Debian's pdftotext", poppler, 3)] : []),
]);
if (!liteparse) console.log("liteparse is left out: name the folder that has it in HEADWATER_LITEPARSE.");
if (!withPoppler)
  console.log("pdftotext is left out: it is not installed (Debian: apt install poppler-utils).");
