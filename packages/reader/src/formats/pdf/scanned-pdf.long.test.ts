import { expect, it } from "vitest";
import { drawnTable, tableHtml } from "../../../testing/fixtures/drawn-table.ts";
import { readPicture } from "../../../testing/fixtures/harbour-page.ts";
import { scannedPdf } from "../../../testing/fixtures/scanned-pdf.ts";

const line = (text: string) => [{ text, x: 72, y: 120, size: 18 }];
const fileName = "scan.pdf";

it("a scanned PDF is read by OCR with method balanced, which chooses nothing and says so of no page", async () => {
  const pdf = await scannedPdf([line("The first page of the log"), line("The second page of the log")]);
  const { elements, totals } = await readPicture(pdf, { fileName, method: "balanced" });
  expect(elements.map(({ text, pageNumber, metadata }) => [pageNumber, text, metadata])).toEqual([
    [1, "The first page of the log", { text_source: "ocr" }],
    [2, "The second page of the log", { text_source: "ocr" }],
  ]);
  expect(totals).toMatchObject({ totalPages: 2, failedPages: [] });
});

it.each(["balanced", "accurate"] as const)(
  "a scanned PDF keeps a drawn table with method %s",
  async (method) => {
    const { elements } = await readPicture(await scannedPdf([drawnTable()]), { fileName, method });
    expect(elements.map(({ type, html }) => [type, html])).toEqual([["Table", tableHtml]]);
  },
);
