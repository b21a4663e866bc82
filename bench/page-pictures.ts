import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { docxFile, docxParagraph } from "../packages/server/testing/documents/sample-docx.ts";
import { samplePdf } from "../packages/server/testing/documents/sample-pdf.ts";
import { startServerProcess } from "../packages/server/testing/start-server-process.ts";
import { type Figure, milliseconds, printReport } from "./support/report.ts";

/**
 * How long pictures of pages take over HTTP: the first of a document, the first of another page, the same one again:
 * `npm run bench -- page-pictures`. Needs `soffice` on the PATH; the presentations and the workbook are those of the
 * shared corpora.
 */
const corpora = process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora");
const sample = (path: string) => readFileSync(join(corpora, "documents", path));
const mills = Array.from({ length: 600 }, (_, index) =>
  docxParagraph(`The mill number ${index} was built in 1900, and ground the corn of the villages around it.`),
);
const documents: Record<string, Uint8Array> = {
  "PDF, 10 pages.pdf": samplePdf({ pages: 10, seed: 3 }),
  "Word, 600 paragraphs.docx": docxFile(mills),
  "slides, 4 pages.pptx": sample("unstructured/example-docs/sample-presentation.pptx"),
  "slides, 3 pages, with comments.pptx": sample("docling/tests/data/pptx/sources/powerpoint_comments.pptx"),
  "workbook, 4 sheets.xlsx": sample("docling/tests/data/xlsx/sources/xlsx_04_inflated.xlsx"),
};

const figures: Figure[] = [];
const server = await startServerProcess();
try {
  // A thread that has rendered before, as in a service that runs.
  const warm = await server.ingestAndWait("warm.pdf", samplePdf({ pages: 1, seed: 9 }));
  const timed = async (fileId: string, page: number) => {
    const begun = performance.now();
    const { status } = await server.call("GET", `/${fileId}/pages/${page}/screenshot`);
    if (status !== 200) throw new Error(`The picture of page ${page} was answered with ${status}`);
    return performance.now() - begun;
  };
  await timed(warm.file_id, 1);
  for (const [name, bytes] of Object.entries(documents)) {
    const { file_id } = await server.ingestAndWait(name, bytes);
    const [first, next, again] = [await timed(file_id, 1), await timed(file_id, 2), await timed(file_id, 1)];
    figures.push({
      what: `picture of a page, ${name.replace(extname(name), "")}`,
      measured: `first ${milliseconds(first)}, another page ${milliseconds(next)}, again ${milliseconds(again)}`,
    });
  }
} finally {
  await server.close();
}
printReport(figures);
