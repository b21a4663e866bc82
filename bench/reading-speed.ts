import { createDocumentReader } from "../packages/reader/src/read-document.ts";
import { sampleDocument } from "../packages/server/testing/documents/sample-document.ts";
import { megabytes, printReport } from "./support/report.ts";
import { median } from "./support/statistics.ts";

/** How much @headwater/reader reads in a second, in one thread, without storing it: medians of seven warm rounds. */
const rounds = 7;
const documents = [
  { extension: "pdf", size: 200 },
  { extension: "docx", size: 400 },
  { extension: "html", size: 1_000 },
  { extension: "md", size: 1_000 },
  { extension: "txt", size: 1_000 },
  { extension: "csv", size: 2_000 },
] as const;

const readDocument = createDocumentReader();
const figures = [];
for (const { extension, size } of documents) {
  const times: number[] = [];
  let bytes: Uint8Array = new Uint8Array();
  let elements = 0;
  let pages = 0;
  for (let round = 0; round <= rounds; round += 1) {
    bytes = sampleDocument(extension, { seed: round, keyword: "quartz", size });
    elements = 0;
    const started = performance.now();
    for await (const part of readDocument({ bytes, extension })) {
      if (part.kind === "elements") elements += part.elements.length;
      else pages = part.totalPages;
    }
    // The first round compiles and loads the code.
    if (round > 0) times.push((performance.now() - started) / 1000);
  }
  const seconds = median(times);
  const pace = extension === "pdf" ? `${Math.round(pages / seconds)} pages/s, ` : "";
  figures.push({
    what: `${extension}, ${megabytes(bytes.length)}`,
    measured: `${pace}${megabytes(bytes.length / seconds)}/s, ${Math.round(elements / seconds)} elements/s`,
  });
}
printReport(figures);
