import { createDocumentReader } from "../packages/reader/src/read-document.ts";
import { type HostileDocument, hostileDocuments } from "../packages/reader/testing/hostile-documents.ts";
import { milliseconds, printReport } from "./support/report.ts";

/**
 * Time to read hostile documents of 80 and of 320 kB in this thread. Four times the bytes should cost about four times
 * the time. Quadratic cost would be sixteen times. The best of three counts, as other work on the machine only adds.
 */
const small = 80 * 1024;
const large = 4 * small;
const rounds = 3;
/** A shorter time for the small document is noise. */
const measurableMs = 5;

const readDocument = createDocumentReader();

async function bestTime({ make, extension, webPage }: HostileDocument, size: number): Promise<number> {
  const bytes = make(size);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    try {
      for await (const _ of readDocument({ bytes, extension, webPage }));
    } catch {
      // The parser may refuse the document.
    }
    best = Math.min(best, performance.now() - started);
  }
  return best;
}

const figures = [];
for (const document of hostileDocuments) {
  const first = await bestTime(document, small);
  const second = await bestTime(document, large);
  const growth = second / Math.max(first, measurableMs);
  figures.push({
    what: document.name,
    measured: `${milliseconds(second)}, × ${growth.toFixed(1)}`,
    against: milliseconds(first),
    aim: "≤ × 8",
    met: growth <= 8,
  });
}
printReport(figures);
console.log(`${large / 1024} kB against ${small / 1024} kB; best of ${rounds}.`);
