import sharp from "sharp";
import type { PageRenderer } from "../page-image.ts";
import { drawBitmap } from "./draw-bitmap.ts";
import { openDocument } from "./open-document.ts";
import { isTrap, loadPdfium, type Pdfium } from "./pdfium.ts";

const maxRenderedWidth = 1_600;
const maxPixels = 20_000_000;

/**
 * Renders pages with its own PDFium, which is loaded at first use, in the calling thread: about 20 pages a second.
 * `maxWidth` above 1,600 counts as 1,600. Pages with more than 20 million pixels are made smaller.
 */
export function createPageRenderer(): PageRenderer {
  let loaded: Promise<Pdfium> | null = null;
  // It would keep the last hundred pictures' work, 20 to 30 MB, for pictures that are never made twice.
  sharp.cache(false);
  return {
    async render(document, pageNumber, maxWidth) {
      loaded ??= loadPdfium();
      const pdfium = await loaded;
      let picture: Bitmap | null;
      try {
        picture = drawPage(pdfium, document, pageNumber, maxWidth);
      } catch (error) {
        // After a trap the state of the instance is unknown. The next page gets a fresh one.
        if (isTrap(error)) loaded = null;
        throw error;
      }
      if (!picture) return null;
      const { pixels, width, height, pageCount } = picture;
      const image = sharp(pixels, {
        raw: { width, height, channels: 4 },
        limitInputPixels: maxPixels + maxRenderedWidth,
      });
      const png = await image.removeAlpha().png({ compressionLevel: 6 }).toBuffer();
      return { png, width, height, pageCount };
    },
  };
}

type Bitmap = { pixels: Uint8Array; width: number; height: number; pageCount: number };

function drawPage(pdfium: Pdfium, bytes: Uint8Array, pageNumber: number, maxWidth: number): Bitmap | null {
  const document = openDocument(pdfium, bytes);
  try {
    if (!Number.isInteger(pageNumber) || pageNumber < 1 || pageNumber > document.pageCount) return null;
    const page = pdfium.FPDF_LoadPage(document.handle, pageNumber - 1);
    if (page === 0) throw new Error(`PDFium can't load page ${pageNumber}`);
    try {
      const { width, height } = pictureSize(
        pdfium.FPDF_GetPageWidthF(page),
        pdfium.FPDF_GetPageHeightF(page),
        maxWidth,
      );
      const pixels = drawBitmap(pdfium, document.handle, page, { width, height });
      return { pixels, width, height, pageCount: document.pageCount };
    } finally {
      pdfium.FPDF_ClosePage(page);
    }
  } finally {
    document.close();
  }
}

/** The pixel size of a page whose size is given in points: at most `maxWidth` wide and within the limits above. */
export function pictureSize(pageWidth: number, pageHeight: number, maxWidth: number) {
  const wide = Number.isFinite(pageWidth) && pageWidth > 0 ? pageWidth : 612;
  const high = Number.isFinite(pageHeight) && pageHeight > 0 ? pageHeight : 792;
  const target = Math.max(1, Math.min(Math.floor(maxWidth), maxRenderedWidth));
  const scale = Math.min(target / wide, Math.sqrt(maxPixels / wide / high));
  const width = Math.max(1, Math.round(wide * scale));
  const height = Math.max(1, Math.round(high * scale));
  return { width, height: Math.min(height, Math.floor(maxPixels / width)) };
}
