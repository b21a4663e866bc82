import type { Pdfium } from "./pdfium.ts";

const BGRX = 3;
const WHITE = 0xffffffff | 0;
const DRAW_ANNOTATIONS = 0x01;
const REVERSE_BYTE_ORDER = 0x10;

type Size = { width: number; height: number };

/** A part of the drawn page, in its pixels. */
export type PagePart = Size & { left: number; top: number };

/**
 * Draws a loaded page of a document on white at a size in pixels, whole or a part of it. Returns RGB and an empty fourth
 * byte for each pixel.
 */
export function drawBitmap(
  pdfium: Pdfium,
  document: number,
  page: number,
  size: Size,
  part: PagePart = { left: 0, top: 0, ...size },
): Uint8Array {
  const { width, height } = part;
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, BGRX, 0, 0);
  if (bitmap === 0) throw new Error(`no memory for a picture of ${width} by ${height} pixels`);
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    const flags = DRAW_ANNOTATIONS | REVERSE_BYTE_ORDER;
    const place = { x: 0 - part.left, y: 0 - part.top, ...size };
    pdfium.FPDF_RenderPageBitmap(bitmap, page, place.x, place.y, size.width, size.height, 0, flags);
    drawForm(pdfium, document, page, { bitmap, ...place, flags });
    const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
    const stride = pdfium.FPDFBitmap_GetStride(bitmap);
    const memory = pdfium.bytes();
    if (stride === width * 4) return memory.slice(start, start + stride * height);
    const pixels = new Uint8Array(width * 4 * height);
    for (let row = 0; row < height; row += 1) {
      pixels.set(memory.subarray(start + row * stride, start + row * stride + width * 4), row * width * 4);
    }
    return pixels;
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap);
  }
}

type Area = { bitmap: number; x: number; y: number; width: number; height: number; flags: number };

/** Draws what is filled into the form fields of a page, which PDFium leaves out of the page itself. */
function drawForm(pdfium: Pdfium, document: number, page: number, area: Area): void {
  if (pdfium.FPDFPage_GetAnnotCount(page) === 0) return;
  const info = pdfium.PDFiumExt_OpenFormFillInfo();
  const form = info === 0 ? 0 : pdfium.PDFiumExt_InitFormFillEnvironment(document, info);
  try {
    if (form === 0) return;
    const { bitmap, x, y, width, height, flags } = area;
    pdfium.FORM_OnAfterLoadPage(page, form);
    pdfium.FPDF_FFLDraw(form, bitmap, page, x, y, width, height, 0, flags);
    pdfium.FORM_OnBeforeClosePage(page, form);
  } finally {
    if (form !== 0) pdfium.PDFiumExt_ExitFormFillEnvironment(form);
    if (info !== 0) pdfium.PDFiumExt_CloseFormFillInfo(info);
  }
}
