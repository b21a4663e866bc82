import type { Method } from "@headwater/spec";
import { describe, expect, it } from "vitest";
import { drawnTable, tableHtml } from "../../../testing/fixtures/drawn-table.ts";
import { makePdf } from "../../../testing/fixtures/pdf.ts";
import { scannedPdf } from "../../../testing/fixtures/scanned-pdf.ts";
import type { ParsedElement } from "../../element.ts";
import { createDocumentReader, type DocumentPart } from "../../read-document.ts";

const reader = createDocumentReader({ ocr: { command: null } });

async function read(bytes: Uint8Array, method?: Method, using = reader) {
  const elements: ParsedElement[] = [];
  let totals: DocumentPart | undefined;
  for await (const part of using({ bytes, fileName: "scan.pdf" }, { method })) {
    if (part.kind === "elements") elements.push(...part.elements);
    else totals = part;
  }
  return { elements, totals };
}

const line = (text: string) => [{ text, x: 72, y: 120, size: 18 }];

describe("scanned PDFs", () => {
  it.each(["auto", "balanced"] as const)("are read by OCR with method %s, page by page", async (method) => {
    const pdf = await scannedPdf([line("The first page of the log"), line("The second page of the log")]);
    const { elements, totals } = await read(pdf, method);
    // Only `auto` chooses for each page, and says what it chose.
    const facts = { text_source: "ocr", ...(method === "auto" && { page_method: "balanced" }) };
    expect(elements.map(({ text, pageNumber, metadata }) => [pageNumber, text, metadata])).toEqual([
      [1, "The first page of the log", facts],
      [2, "The second page of the log", facts],
    ]);
    // In points of the page, not in pixels of the scan.
    expect(elements[0]?.pageLayout).toEqual({ width: 612, height: 792 });
    expect(Math.abs((elements[0]?.boundingBox?.left ?? 0) - 72)).toBeLessThan(4);
    expect(totals).toMatchObject({ totalPages: 2, failedPages: [] });
  });

  it.each(["balanced", "accurate"] as const)("keep a drawn table with method %s", async (method) => {
    const { elements } = await read(await scannedPdf([drawnTable()]), method);
    expect(elements.map(({ type, html }) => [type, html])).toEqual([["Table", tableHtml]]);
  });

  it("are not read with method fast, and say which method reads them", async () => {
    await expect(read(await scannedPdf([line("A page")]), "fast")).rejects.toThrow(
      "This PDF has no text layer (it looks like a scan), and method fast does not read text in pictures. " +
        "Process it with method auto or balanced.",
    );
  });

  it("without a word say so", async () => {
    await expect(read(await scannedPdf([[]]))).rejects.toThrow(
      "no text was found in the pictures on its pages",
    );
  });

  it("name the languages that no engine has", async () => {
    const without = createDocumentReader({ ocr: { command: null, languages: ["tlh"] } });
    await expect(read(await scannedPdf([line("A page")]), "auto", without)).rejects.toThrow(
      "OCR for the languages tlh is not available",
    );
  });
});

it("OCR is not used for a page with text, nor for an empty one", async () => {
  const never = createDocumentReader({ ocr: { command: null, languages: ["tlh"] } });
  const pdf = makePdf([{ items: line("A page with text") }, { items: [] }]);
  const { elements, totals } = await read(pdf, "auto", never);
  expect(elements.map(({ text }) => text)).toEqual(["A page with text"]);
  expect(totals).toMatchObject({ totalPages: 2, failedPages: [] });
});
