import type { Method } from "@headwater/spec";
import { describe, expect, it } from "vitest";
import { ocrBy } from "../../../testing/fixtures/ocr.ts";
import { makePdf } from "../../../testing/fixtures/pdf.ts";
import { scannedPdf } from "../../../testing/fixtures/scanned-pdf.ts";
import type { ParsedElement } from "../../element.ts";
import type { OcrEngine } from "../../ocr/recognise-text.ts";
import { createPdfReader } from "../../pdfium/pdf-reader.ts";
import { createDocumentReader, type DocumentPart } from "../../read-document.ts";
import { createPdfParser } from "./parse-pdf.ts";

const reader = createDocumentReader();

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
  it("are read by OCR, page by page", async () => {
    const pdf = await scannedPdf([line("The first page of the log"), line("The second page of the log")]);
    const { elements, totals } = await read(pdf, "auto");
    // Only `auto` chooses for each page, and says what it chose.
    const facts = { text_source: "ocr", page_method: "balanced" };
    expect(elements.map(({ text, pageNumber, metadata }) => [pageNumber, text, metadata])).toEqual([
      [1, "The first page of the log", facts],
      [2, "The second page of the log", facts],
    ]);
    // In points of the page, not in pixels of the scan.
    expect(elements[0]?.pageLayout).toEqual({ width: 612, height: 396 });
    expect(Math.abs((elements[0]?.boundingBox?.left ?? 0) - 72)).toBeLessThan(4);
    expect(totals).toMatchObject({ totalPages: 2, failedPages: [] });
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

  it("name the languages that nothing reads", async () => {
    const without = createDocumentReader({
      ocr: { recogniser: false, command: null, languages: ["tlh"] },
    });
    await expect(read(await scannedPdf([line("A page")]), "auto", without)).rejects.toThrow(
      "OCR for the languages tlh is not available",
    );
  });
});

it("OCR is not used for a page with text, nor for an empty one", async () => {
  const never = createDocumentReader({ ocr: { recogniser: false, command: null, languages: ["tlh"] } });
  const pdf = makePdf([{ items: line("A page with text") }, { items: [] }]);
  const { elements, totals } = await read(pdf, "auto", never);
  expect(elements.map(({ text }) => text)).toEqual(["A page with text"]);
  expect(totals).toMatchObject({ totalPages: 2, failedPages: [] });
});

/** An engine that reads one text from every picture. */
const engineFor = (text: string, confidence: number): OcrEngine => ({
  languages: ["eng"],
  recognise: async () =>
    text.split(" ").map((word, index) => {
      const left = 300 + (index % 8) * 200;
      const top = 300 + Math.floor(index / 8) * 60;
      const box = { left, top, right: left + 150, bottom: top + 40 };
      return { text: word, ...box, baseline: top + 32, letterHeight: 40, confidence, direction: 0 as const };
    }),
});

describe("scans in another script", () => {
  const marks = "pe6 OBi1 3aKp HH1 lle ree qq1 wA5E nnR OvI9 ".repeat(4).trim();
  const parse = (bytes: Uint8Array, engine: OcrEngine) =>
    createPdfParser(createPdfReader(), async () => ocrBy({ engine }))(
      { bytes, fileName: "scan.pdf", extension: "pdf" },
      { onProgress() {} },
    );

  it("are not read as if they were in the language of the OCR", async () => {
    const pdf = await scannedPdf([line("A page")]);
    await expect(parse(pdf, engineFor(marks, 30))).rejects.toThrow(
      "Page 1: OCR (eng) found no readable text; this may be a script that these languages do not have",
    );
  });

  it("are named beside the pages that could be read, and whose language is another one", async () => {
    const german =
      "Die Brucke uber den Flu wurde im Marz wegen gro&Serer Ausbesserungen gesperrt und offnete spater wieder fur Fu&Sganger die taglich heruber muBten weil am anderen Ufer die Schule der Kinder und die Werkstatt der meisten Handwerker lagen wahrend der Markt noch immer vor dem Rathaus stattfand und die Bauern ihre Waren mit dem Boot heruberbringen lieBen was den Preis der Kartoffeln spurbar erhohte";
    const { elements, message } = await parse(
      await scannedPdf([line("A page"), line("Another page")]),
      engineFor(german, 80),
    );
    expect(message).toBe(
      "Pages 1, 2: the text looks like German, and OCR read it as eng, so letters may be wrong",
    );
    expect(elements[0]?.metadata).toMatchObject({ text_source: "ocr", text_quality: "uncertain" });
  });
});
