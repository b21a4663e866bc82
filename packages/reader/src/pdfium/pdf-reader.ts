import type { BoundingBox } from "../element.ts";
import type { OpenPdf, PagePixels, PdfDocument } from "../formats/pdf/pdf-document.ts";
import type { Page } from "../layout/page/page.ts";
import { drawBitmap, type PagePart } from "./draw-bitmap.ts";
import { measureFixedWidth } from "./fixed-width.ts";
import { type FontDifferences, readFontDifferences } from "./font-differences.ts";
import { readFormFields } from "./form-fields.ts";
import { attachedEInvoice, attachedFiles, xmlForm } from "./inner-files.ts";
import { type LayerFacts, layerFacts } from "./layer-facts.ts";
import { type OpenDocument, openDocument } from "./open-document.ts";
import { readOutline } from "./outline.ts";
import { readPageFrame } from "./page-frame.ts";
import { readPageLinks } from "./page-links.ts";
import { PATH, visitPageObjects } from "./page-objects.ts";
import { createRuleCollector } from "./page-rules.ts";
import { createShapeCollector } from "./page-shapes.ts";
import { readPageWords } from "./page-words.ts";
import { createAreaCollector } from "./painted-areas.ts";
import { isTrap, loadPdfium, type Pdfium } from "./pdfium.ts";
import { readStructure } from "./structure-tree.ts";
import { createContentCollector } from "./tagged-content.ts";
import { visibleWords } from "./visible-words.ts";

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
    const facts = fileFacts(bytes);
    let trapped = false;
    let restarts = 0;
    /** Works with an instance that has not trapped. */
    const untrapped = async <T>(work: (current: Pdfium) => T): Promise<T> => {
      if (trapped) {
        if (restarts >= maxRestarts) throw new Error("the PDF reader failed too often on this document");
        restarts += 1;
        pdfium = await restart();
        document = openDocument(pdfium, bytes);
        trapped = false;
      }
      try {
        return work(pdfium);
      } catch (error) {
        if (isTrap(error)) trapped = true;
        throw error;
      }
    };
    return {
      pageCount: document.pageCount,
      readPage: (pageNumber) => untrapped((current) => readPage(current, document.handle, pageNumber, facts)),
      renderPage: (pageNumber, pixelsPerPoint, box) =>
        untrapped((current) => renderPage(current, document.handle, pageNumber, pixelsPerPoint, box)),
      xmlForm: () => (trapped ? null : xmlForm(pdfium, document.handle)),
      attachedFiles() {
        const names = trapped ? [] : attachedFiles(pdfium, document.handle);
        return [...new Set([...names, ...facts.pinned])].filter((name) => name !== "");
      },
      eInvoice: () => (trapped ? null : attachedEInvoice(pdfium, document.handle)),
      outline: () => (trapped ? [] : readOutline(pdfium, document.handle)),
      close() {
        if (trapped) loaded = null;
        else document.close();
      },
    };
  };
}

function readPage(pdfium: Pdfium, document: number, pageNumber: number, facts: FileFacts): Page {
  const scratch = pdfium.malloc(scratchBytes);
  let page = loadPage(pdfium, document, pageNumber);
  try {
    const form = readFormFields(pdfium, document, page, readPageFrame(pdfium, page, scratch), scratch);
    for (const name of form.pinned) facts.pinned.add(name);
    if (form.hasText) {
      // Makes the text of form fields part of the page's content. It shows only after the page is loaded again.
      pdfium.FPDFPage_Flatten(page, 0);
      pdfium.FPDF_ClosePage(page);
      page = loadPage(pdfium, document, pageNumber);
    }
    const frame = readPageFrame(pdfium, page, scratch);
    const { rules, addPath } = createRuleCollector(pdfium, frame, scratch);
    const { painted, add } = createAreaCollector(pdfium, frame, scratch);
    const { shapes, add: addShape } = createShapeCollector(pdfium, frame, scratch);
    const structure = readStructure(pdfium, page);
    const content = structure && createContentCollector(pdfium, structure, frame, scratch);
    visitPageObjects(pdfium, page, scratch, (object) => {
      content?.add(object);
      add(object);
      addShape(object);
      if (object.type === PATH) addPath(object);
    });
    const placed = measureFixedWidth(readPageWords(pdfium, page, frame, facts.differences, scratch));
    content?.nameWords(placed);
    return {
      width: frame.width,
      height: frame.height,
      ...visibleWords(pdfium, page, frame, placed, painted, facts.layers, scratch),
      rules,
      shapes,
      hasImages: painted.areas.some((area) => area.isImage),
      links: readPageLinks(pdfium, document, page, frame, scratch),
      fields: form.fields,
      ...(structure && { structure }),
    };
  } finally {
    if (page !== 0) pdfium.FPDF_ClosePage(page);
    pdfium.free(scratch);
  }
}

/** What PDFium does not report about a file. */
type FileFacts = {
  layers: LayerFacts;
  differences: () => FontDifferences;
  /** Names of files that are pinned to the pages read so far. */
  pinned: Set<string>;
};

function fileFacts(bytes: Uint8Array): FileFacts {
  let differences: FontDifferences | undefined;
  return {
    layers: layerFacts(bytes),
    pinned: new Set(),
    differences() {
      differences ??= readFontDifferences(bytes);
      return differences;
    },
  };
}

/** More are never needed to read a page, and each takes four bytes. */
const maxPixels = 25_000_000;

function renderPage(
  pdfium: Pdfium,
  document: number,
  pageNumber: number,
  wanted: number,
  box: BoundingBox | undefined,
): PagePixels {
  const page = loadPage(pdfium, document, pageNumber);
  try {
    const wide = pdfium.FPDF_GetPageWidthF(page);
    const high = pdfium.FPDF_GetPageHeightF(page);
    const pixelsPerPoint = Math.min(wanted, Math.sqrt(maxPixels / (wide * high)));
    const width = Math.max(1, Math.round(wide * pixelsPerPoint));
    const height = Math.max(1, Math.round(high * pixelsPerPoint));
    const part = box
      ? pixelsOfBox(box, pixelsPerPoint, { width, height })
      : { left: 0, top: 0, width, height };
    const data = drawBitmap(pdfium, document, page, { width, height }, part);
    return { data, width: part.width, height: part.height, channels: 4, pixelsPerPoint };
  } finally {
    pdfium.FPDF_ClosePage(page);
  }
}

function pixelsOfBox(box: BoundingBox, scale: number, page: { width: number; height: number }): PagePart {
  const left = Math.min(page.width - 1, Math.max(0, Math.floor(box.left * scale)));
  const top = Math.min(page.height - 1, Math.max(0, Math.floor(box.top * scale)));
  const right = Math.min(page.width, Math.ceil((box.left + box.width) * scale));
  const bottom = Math.min(page.height, Math.ceil((box.top + box.height) * scale));
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

function loadPage(pdfium: Pdfium, document: number, pageNumber: number): number {
  const page = pdfium.FPDF_LoadPage(document, pageNumber - 1);
  if (page === 0) throw new Error(`PDFium can't load page ${pageNumber}`);
  return page;
}
