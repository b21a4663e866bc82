import { around, type Box } from "../layout/page/box.ts";
import type { Pdfium } from "./pdfium.ts";

const pixelsPerPoint = 1.5;
const maxPixels = 2_000_000;
const maxPageSide = 1_000_000;
const BGRX = 3;
const WHITE = 0xffffffff | 0;
/** Two colours that differ less than this (of 255) look the same. */
const minDifference = 12;

/** `isClip` says that its letters clip what is painted after it. */
type Suspect = { box: Box; object: number; isClip: boolean };

/**
 * Whether each text leaves ink on the displayed page: its part of the page is rendered with and without the text. Letters
 * that clip can't be taken away; there, something that is not of one colour must show. A rendering has at most 2 million
 * pixels.
 */
export function leavesInk(
  pdfium: Pdfium,
  page: number,
  size: { width: number; height: number },
  suspects: readonly Suspect[],
): boolean[] {
  const { left, top, right, bottom } = around(suspects.map(({ box }) => box));
  const region = {
    left: Math.max(0, Math.floor(left) - 1),
    top: Math.max(0, Math.floor(top) - 1),
    right: Math.min(size.width, Math.ceil(right) + 1),
    bottom: Math.min(size.height, Math.ceil(bottom) + 1),
  };
  const area = (region.right - region.left) * (region.bottom - region.top);
  if (!(area > 0)) return suspects.map(() => false);
  const scale = Math.min(pixelsPerPoint, Math.sqrt(maxPixels / area));
  // A page of this size is too large to draw, so all suspects stay.
  if (Math.max(size.width, size.height) * scale > maxPageSide) return suspects.map(() => true);
  const width = Math.max(1, Math.ceil((region.right - region.left) * scale));
  const height = Math.max(1, Math.ceil((region.bottom - region.top) * scale));
  const draw = () =>
    drawRegion(pdfium, page, {
      width,
      height,
      x: -Math.round(region.left * scale),
      y: -Math.round(region.top * scale),
      pageWidth: Math.round(size.width * scale),
      pageHeight: Math.round(size.height * scale),
    });
  const objects = new Set(suspects.map(({ object }) => object));
  const complete = draw();
  for (const object of objects) pdfium.FPDFPageObj_SetIsActive(object, 0);
  try {
    const without = draw();
    return suspects.map(({ box, isClip }) => {
      const columns = [box.left, box.right].map((x) => Math.round((x - region.left) * scale));
      const rows = [box.top, box.bottom].map((y) => Math.round((y - region.top) * scale));
      const firstColumn = Math.max(0, columns[0] ?? 0);
      const firstRow = Math.max(0, rows[0] ?? 0);
      const corner = (firstRow * width + firstColumn) * 4;
      for (let y = firstRow; y <= Math.min(height - 1, rows[1] ?? 0); y += 1) {
        const end = (y * width + Math.min(width - 1, columns[1] ?? 0)) * 4 + 4;
        for (let at = (y * width + firstColumn) * 4; at < end; at += 1) {
          const other = isClip ? complete[corner + (at & 3)] : without[at];
          if (Math.abs((complete[at] ?? 0) - (other ?? 0)) >= minDifference) return true;
        }
      }
      return false;
    });
  } finally {
    for (const object of objects) pdfium.FPDFPageObj_SetIsActive(object, 1);
  }
}

type Region = {
  width: number;
  height: number;
  /** Where the page's corner lies, in pixels of the region. */
  x: number;
  y: number;
  pageWidth: number;
  pageHeight: number;
};

/** Renders a part of a page. Four bytes a pixel: blue, green, red and nothing. */
export function drawRegion(pdfium: Pdfium, page: number, region: Region): Uint8Array {
  const { width, height, x, y, pageWidth, pageHeight } = region;
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, BGRX, 0, 0);
  if (bitmap === 0) throw new Error(`no memory for a picture of ${width} by ${height} pixels`);
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    pdfium.FPDF_RenderPageBitmap(bitmap, page, x, y, pageWidth, pageHeight, 0, 0);
    const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
    const stride = pdfium.FPDFBitmap_GetStride(bitmap);
    const memory = pdfium.bytes();
    const pixels = new Uint8Array(width * 4 * height);
    for (let row = 0; row < height; row += 1) {
      pixels.set(memory.subarray(start + row * stride, start + row * stride + width * 4), row * width * 4);
    }
    return pixels;
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap);
  }
}
