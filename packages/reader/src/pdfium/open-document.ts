import { PdfOpenError } from "../formats/pdf/pdf-document.ts";
import type { Pdfium } from "./pdfium.ts";

const PASSWORD = 4;
const SECURITY_HANDLER = 5;

/** A document in PDFium's memory. PDFium reads from its bytes until `close`, so they stay there. */
export type OpenDocument = {
  handle: number;
  pageCount: number;
  close(): void;
};

/** Copies the bytes into PDFium's memory and opens them. Throws PdfOpenError. */
export function openDocument(pdfium: Pdfium, bytes: Uint8Array): OpenDocument {
  const buffer = pdfium.malloc(bytes.length);
  if (buffer === 0) throw new PdfOpenError("damaged", { cause: new Error("no memory for the file") });
  pdfium.bytes().set(bytes, buffer);
  const handle = pdfium.FPDF_LoadMemDocument(buffer, bytes.length, 0);
  if (handle === 0) {
    const code = pdfium.FPDF_GetLastError();
    pdfium.free(buffer);
    const locked = code === PASSWORD || code === SECURITY_HANDLER;
    throw new PdfOpenError(locked ? "password" : "damaged", { cause: new Error(`PDFium error ${code}`) });
  }
  let open = true;
  return {
    handle,
    pageCount: pdfium.FPDF_GetPageCount(handle),
    close() {
      if (!open) return;
      open = false;
      pdfium.FPDF_CloseDocument(handle);
      pdfium.free(buffer);
    },
  };
}
