import type { Pdfium } from "./pdfium.ts";

type Area = { bitmap: number; x: number; y: number; width: number; height: number; flags: number };

/** Draws what is filled into the form fields of a page, which PDFium leaves out of the page itself. */
export function drawForm(pdfium: Pdfium, document: number, page: number, area: Area): void {
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
