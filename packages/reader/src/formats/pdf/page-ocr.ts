import type { PageSource } from "../../layout/page/page.ts";
import type { Ocr, OpenOcr } from "../../ocr/open-ocr.ts";
import type { PdfDocument } from "./pdf-document.ts";

/** 300 dpi: what Tesseract is trained for. */
const pixelsPerPoint = 300 / 72;

export type PageOcr = { readPage: PageSource["readPage"]; close(): Promise<void> };

/** Reads pages of a PDF as they look. It starts at the first page, because most documents never need it. */
export function createPageOcr(document: Pick<PdfDocument, "renderPage">, openOcr: OpenOcr): PageOcr {
  let ocr: Promise<Ocr> | undefined;
  let before: Promise<unknown> = Promise.resolve();
  const readPage = async (pageNumber: number) => {
    ocr ??= openOcr();
    // It brings an image library of some 15 MB, which PDFs with text never need.
    const { readPicture } = await import("../../ocr/read-picture.ts");
    const { pixelsPerPoint: scale, ...picture } = await document.renderPage(pageNumber, pixelsPerPoint);
    return readPicture(await ocr, picture, scale);
  };
  return {
    // One at a time: pages that a model was asked for in parallel may all come back to OCR.
    readPage(pageNumber) {
      const page = before.then(() => readPage(pageNumber));
      before = page.catch(() => undefined);
      return page;
    },
    async close() {
      await ocr?.then(
        (opened) => opened.close(),
        () => undefined,
      );
    },
  };
}
