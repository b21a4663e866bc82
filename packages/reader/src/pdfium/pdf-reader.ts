import type { OpenPdf, PdfDocument } from "../formats/pdf/pdf-document.ts";
import type { Page } from "../layout/page.ts";
import { type OpenDocument, openDocument } from "./open-document.ts";
import { readOutline } from "./outline.ts";
import { readPageFrame } from "./page-frame.ts";
import { hasTextAnnotations, readPageLinks } from "./page-links.ts";
import { readPageRules } from "./page-rules.ts";
import { readPageWords } from "./page-words.ts";
import { isTrap, loadPdfium, type Pdfium } from "./pdfium.ts";

/** Bytes for the results of PDFium's calls: a matrix of six floats, or two doubles. */
const scratchBytes = 64;

/**
 * After a trap the state of an instance is unknown, so a fresh one replaces it. After this many replacements the rest
 * of the document is skipped.
 */
const maxRestarts = 5;

/**
 * Opens PDFs with one shared PDFium, which is loaded at first use. It reads one document at a time. A thread that
 * parses several documents at once needs several readers.
 */
export function createPdfReader(): OpenPdf {
  let loaded: Promise<Pdfium> | null = null;
  const instance = () => {
    loaded ??= loadPdfium();
    return loaded;
  };
  const restart = () => {
    loaded = null;
    return instance();
  };

  return async (bytes): Promise<PdfDocument> => {
    let pdfium = await instance();
    let document: OpenDocument;
    try {
      document = openDocument(pdfium, bytes);
    } catch (error) {
      if (isTrap(error)) loaded = null;
      throw error;
    }
    let trapped = false;
    let restarts = 0;
    return {
      pageCount: document.pageCount,
      async readPage(pageNumber) {
        if (trapped) {
          if (restarts >= maxRestarts) throw new Error("the PDF reader failed too often on this document");
          restarts += 1;
          pdfium = await restart();
          document = openDocument(pdfium, bytes);
          trapped = false;
        }
        try {
          return readPage(pdfium, document.handle, pageNumber);
        } catch (error) {
          if (isTrap(error)) trapped = true;
          throw error;
        }
      },
      outline: () => (trapped ? [] : readOutline(pdfium, document.handle)),
      close() {
        if (trapped) loaded = null;
        else document.close();
      },
    };
  };
}

function readPage(pdfium: Pdfium, document: number, pageNumber: number): Page {
  const scratch = pdfium.malloc(scratchBytes);
  let page = loadPage(pdfium, document, pageNumber);
  try {
    if (hasTextAnnotations(pdfium, page)) {
      // Makes the text of form fields part of the page's content. It shows only after the page is loaded again.
      pdfium.FPDFPage_Flatten(page, 0);
      pdfium.FPDF_ClosePage(page);
      page = loadPage(pdfium, document, pageNumber);
    }
    const frame = readPageFrame(pdfium, page, scratch);
    return {
      width: frame.width,
      height: frame.height,
      words: readPageWords(pdfium, page, frame, scratch),
      rules: readPageRules(pdfium, page, frame, scratch),
      links: readPageLinks(pdfium, document, page, frame, scratch),
    };
  } finally {
    if (page !== 0) pdfium.FPDF_ClosePage(page);
    pdfium.free(scratch);
  }
}

function loadPage(pdfium: Pdfium, document: number, pageNumber: number): number {
  const page = pdfium.FPDF_LoadPage(document, pageNumber - 1);
  if (page === 0) throw new Error(`PDFium can't load page ${pageNumber}`);
  return page;
}
