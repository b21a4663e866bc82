import { samplePdf } from "../packages/server/testing/documents/sample-pdf.ts";
import type { ServiceCaller } from "../packages/server/testing/service-caller.ts";
import { withService } from "./support/built-service.ts";
import { loadPdfiumText, type ReadText } from "./support/pdfium-text.ts";
import { hasPoppler } from "./support/poppler-words.ts";
import { printReport } from "./support/report.ts";
import { median } from "./support/statistics.ts";
import { timePdftotext } from "./support/time-pdftotext.ts";

/**
 * Pages per second with one worker, from the answer to the upload until Completed. Compared with PDFium on one thread,
 * which reads the same file (code, box, size and weight of each character) and stores nothing, and with Debian's
 * pdftotext where it is installed. Rounds alternate, and each has its own file.
 */
const pages = 200;
const rounds = 7;
const buildTimeoutMs = 120_000;

const pdfium = await loadPdfiumText();

function timeReference(read: ReadText, bytes: Uint8Array): number {
  const started = performance.now();
  read(bytes);
  return pages / ((performance.now() - started) / 1000);
}

// Compile and warm up before the first round, so that the reference has its full speed from the start.
const warm = samplePdf({ pages, seed: 0 });
const { characters } = pdfium.bare(warm);
pdfium.wrapped(warm);

/** Pages per second of documents that are sent together, from the answer to the last upload until the last is Completed. */
async function timeService(caller: ServiceCaller, documents: { name: string; bytes: Uint8Array }[]) {
  const builds = await Promise.all(documents.map(({ name, bytes }) => caller.ingest(name, bytes, "fast")));
  const accepted = performance.now();
  const ended = await Promise.all(builds.map((build) => caller.waitForBuild(build, buildTimeoutMs)));
  const seconds = (performance.now() - accepted) / 1000;
  for (const build of ended)
    if (build.status !== "Completed" || build.total_pages !== pages)
      throw new Error(`The build ended ${build.status} with ${build.total_pages} pages: ${build.error}`);
  return (pages * documents.length) / seconds;
}

const service: number[] = [];
const wrapped: number[] = [];
const bare: number[] = [];
const poppler: number[] = [];
const popplerBoxes: number[] = [];
const withPoppler = hasPoppler();

await withService({ HEADWATER_WORKERS: "1" }, async ({ caller }) => {
  for (let round = 1; round <= rounds; round += 1) {
    const bytes = samplePdf({ pages, seed: round });
    wrapped.push(timeReference(pdfium.wrapped, bytes));
    bare.push(timeReference(pdfium.bare, bytes));
    if (withPoppler) {
      poppler.push(pages / (timePdftotext(bytes) / 1000));
      popplerBoxes.push(pages / (timePdftotext(bytes, ["-bbox-layout"]) / 1000));
    }
    service.push(await timeService(caller, [{ name: `report-${round}.pdf`, bytes }]));
  }
});

// Two documents at a time, each round with its own pair.
const twoWorkers = await withService({ HEADWATER_WORKERS: "2" }, async ({ caller }) => {
  const rates: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const documents = [1, 2].map((place) => ({
      name: `pair-${round}-${place}.pdf`,
      bytes: samplePdf({ pages, seed: 100 * place + round }),
    }));
    rates.push(await timeService(caller, documents));
  }
  return rates;
});

const perSecond = (value: number) => `${value.toFixed(0)} pages/s`;
const rate = median(service);
const shareOf = (reference: number[]) => rate / median(reference);
const compared = (what: string, reference: number[], aim: number) => ({
  what: "the same",
  measured: `${shareOf(reference).toFixed(2)} of it`,
  against: `${what}: ${perSecond(median(reference))}`,
  aim: `≥ ${aim} of it`,
  met: shareOf(reference) >= aim,
});
printReport([
  {
    what: `${pages}-page PDF, method fast, upload accepted to Completed, one worker`,
    measured: `${perSecond(rate)}, ${shareOf(wrapped).toFixed(2)} of it`,
    against: `PDFium by the package's functions: ${perSecond(median(wrapped))}`,
    aim: "≥ 0.5 of it",
    met: shareOf(wrapped) >= 0.5,
  },
  compared("PDFium by its bare WASM exports", bare, 0.35),
  ...(withPoppler
    ? [
        compared("Debian's pdftotext -bbox-layout, words with their boxes", popplerBoxes, 0.4),
        compared("Debian's pdftotext, bare text", poppler, 0.4),
      ]
    : []),
  { what: "the same, first build (starts the thread)", measured: perSecond(service[0] ?? Number.NaN) },
  {
    what: "two such PDFs at a time, two workers",
    measured: `${perSecond(median(twoWorkers))}, ${(median(twoWorkers) / rate).toFixed(2)} × one worker`,
  },
]);
console.log(`Medians of ${rounds} alternating rounds; ${Math.round(characters / pages)} characters a page.`);
console.log(`All rounds, pages/s: ${service.map((value) => value.toFixed(0)).join(", ")}`);
