import { samplePdf } from "../packages/server/testing/documents/sample-pdf.ts";
import { withService } from "./support/built-service.ts";
import { loadPdfiumText, type ReadText } from "./support/pdfium-text.ts";
import { printReport } from "./support/report.ts";
import { median } from "./support/statistics.ts";

/**
 * Pages per second with one worker, from the answer to the upload until Completed. Compared with PDFium on one thread,
 * which reads the same file (code, box, size and weight of each character) and stores nothing. Rounds alternate, and
 * each has its own file.
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

await withService({ HEADWATER_WORKERS: "1" }, async ({ caller }) => {
  const service: number[] = [];
  const wrapped: number[] = [];
  const bare: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const bytes = samplePdf({ pages, seed: round });
    wrapped.push(timeReference(pdfium.wrapped, bytes));
    bare.push(timeReference(pdfium.bare, bytes));
    const buildId = await caller.ingest(`report-${round}.pdf`, bytes);
    const accepted = performance.now();
    const build = await caller.waitForBuild(buildId, buildTimeoutMs);
    service.push(pages / ((performance.now() - accepted) / 1000));
    if (build.status !== "Completed" || build.total_pages !== pages) {
      throw new Error(`The build ended ${build.status} with ${build.total_pages} pages: ${build.error}`);
    }
  }
  const rate = median(service);
  const perSecond = (value: number) => `${value.toFixed(0)} pages/s`;
  const share = rate / median(wrapped);
  printReport([
    {
      what: `${pages}-page PDF, upload accepted to Completed, one worker`,
      measured: `${perSecond(rate)}, ${share.toFixed(2)} of it`,
      against: `PDFium by the package's functions: ${perSecond(median(wrapped))}`,
      aim: "≥ 0.5 of it",
      met: share >= 0.5,
    },
    {
      what: "the same",
      measured: `${(rate / median(bare)).toFixed(2)} of it`,
      against: `PDFium by its bare WASM exports: ${perSecond(median(bare))}`,
    },
    { what: "the same, first build (starts the thread)", measured: perSecond(service[0] ?? Number.NaN) },
  ]);
  console.log(
    `Medians of ${rounds} alternating rounds; ${Math.round(characters / pages)} characters a page.`,
  );
  console.log(`All rounds, pages/s: ${service.map((value) => value.toFixed(0)).join(", ")}`);
});
