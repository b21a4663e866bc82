import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { init } from "@embedpdf/pdfium";

type Call = (...values: number[]) => number;

/** Totals of a document's text. They prove that no part of the work was skipped. */
export type TextReading = { pages: number; characters: number; checksum: number };

export type ReadText = (bytes: Uint8Array) => TextReading;

const names = [
  "malloc",
  "free",
  "FPDF_LoadMemDocument",
  "FPDF_CloseDocument",
  "FPDF_GetPageCount",
  "FPDF_LoadPage",
  "FPDF_ClosePage",
  "FPDFText_LoadPage",
  "FPDFText_ClosePage",
  "FPDFText_CountChars",
  "FPDFText_GetUnicode",
  "FPDFText_GetCharBox",
  "FPDFText_GetFontSize",
  "FPDFText_GetFontWeight",
] as const;

type Calls = Record<(typeof names)[number], Call>;

/**
 * PDFium alone on this thread: it reads code, box, size and weight of each character and stores nothing. One instance is
 * used in two ways: `bare` calls the exports of the WASM module, `wrapped` calls the functions of the package.
 */
export async function loadPdfiumText(): Promise<{ bare: ReadText; wrapped: ReadText }> {
  const file = await readFile(createRequire(import.meta.url).resolve("@embedpdf/pdfium/pdfium.wasm"));
  const module = await init({ wasmBinary: new Uint8Array(file).buffer });
  module.PDFiumExt_Init();
  const exported = module.pdfium.wasmExports as unknown as Record<string, Call>;
  const memory = module.pdfium as unknown as { HEAPU8: Uint8Array; HEAPF64: Float64Array };
  const callsFrom = (source: Record<string, Call>): Calls => {
    const calls = {} as Calls;
    for (const name of names) {
      const call = source[name] ?? exported[name];
      if (!call) throw new Error(`This build of PDFium lacks ${name}`);
      calls[name] = call;
    }
    return calls;
  };
  const reader =
    (calls: Calls): ReadText =>
    (bytes) =>
      readDocument(calls, memory, bytes);
  return {
    bare: reader(callsFrom(exported)),
    wrapped: reader(callsFrom(module as unknown as Record<string, Call>)),
  };
}

function readDocument(
  calls: Calls,
  memory: { HEAPU8: Uint8Array; HEAPF64: Float64Array },
  bytes: Uint8Array,
): TextReading {
  const buffer = calls.malloc(bytes.length);
  memory.HEAPU8.set(bytes, buffer);
  const document = calls.FPDF_LoadMemDocument(buffer, bytes.length, 0);
  if (document === 0) throw new Error("PDFium can't open the document");
  const box = calls.malloc(32);
  const pages = calls.FPDF_GetPageCount(document);
  let characters = 0;
  let checksum = 0;
  for (let index = 0; index < pages; index += 1) {
    const page = calls.FPDF_LoadPage(document, index);
    const text = calls.FPDFText_LoadPage(page);
    const count = calls.FPDFText_CountChars(text);
    for (let at = 0; at < count; at += 1) {
      const code = calls.FPDFText_GetUnicode(text, at);
      calls.FPDFText_GetCharBox(text, at, box, box + 8, box + 16, box + 24);
      const size = calls.FPDFText_GetFontSize(text, at);
      const weight = calls.FPDFText_GetFontWeight(text, at);
      const left = memory.HEAPF64[box >> 3] ?? 0;
      checksum = (checksum + code + left + size + weight) % 1_000_003;
    }
    characters += count;
    calls.FPDFText_ClosePage(text);
    calls.FPDF_ClosePage(page);
  }
  calls.FPDF_CloseDocument(document);
  calls.free(box);
  calls.free(buffer);
  return { pages, characters, checksum };
}
