import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { init } from "@embedpdf/pdfium";

type Call = (...values: number[]) => number;

const functionNames = [
  "malloc",
  "free",
  "FPDF_LoadMemDocument",
  "FPDF_CloseDocument",
  "FPDF_GetLastError",
  "FPDF_GetPageCount",
  "FPDF_GetFormType",
  "FPDF_GetXFAPacketCount",
  "FPDF_GetXFAPacketContent",
  "FPDFDoc_GetAttachmentCount",
  "FPDFDoc_GetAttachment",
  "FPDFAttachment_GetName",
  "FPDFAttachment_GetFile",
  "FPDF_LoadPage",
  "FPDF_ClosePage",
  "FPDF_GetPageWidthF",
  "FPDF_GetPageHeightF",
  "FPDF_GetPageBoundingBox",
  "FPDFPage_GetRotation",
  "FPDFPage_Flatten",
  "FPDFPage_GetAnnotCount",
  "FPDFPage_GetAnnot",
  "FPDFPage_CloseAnnot",
  "FPDFPage_RemoveAnnot",
  "FPDFAnnot_GetSubtype",
  "FPDFAnnot_GetFlags",
  "FPDFAnnot_GetAP",
  "FPDFAnnot_GetFileAttachment",
  "FPDFAnnot_GetRect",
  "FPDFAnnot_GetStringValue",
  "FPDFAnnot_GetFormFieldType",
  "FPDFAnnot_GetFormFieldFlags",
  "FPDFAnnot_GetFormFieldName",
  "FPDFAnnot_GetFormFieldAlternateName",
  "FPDFAnnot_GetFormFieldValue",
  "PDFiumExt_OpenFormFillInfo",
  "PDFiumExt_CloseFormFillInfo",
  "PDFiumExt_InitFormFillEnvironment",
  "PDFiumExt_ExitFormFillEnvironment",
  "FORM_OnAfterLoadPage",
  "FORM_OnBeforeClosePage",
  "FPDF_FFLDraw",
  "FPDFPage_CountObjects",
  "FPDFPage_GetObject",
  "FPDFPageObj_GetType",
  "FPDFPageObj_SetIsActive",
  "FPDFPageObj_GetMarkedContentID",
  "FPDFPageObj_CountMarks",
  "FPDFPageObj_GetMark",
  "FPDFPageObjMark_GetName",
  "FPDFPageObjMark_GetParamStringValue",
  "FPDFPageObj_GetClipPath",
  "FPDFClipPath_CountPaths",
  "FPDFClipPath_CountPathSegments",
  "FPDFClipPath_GetPathSegment",
  "FPDFPageObj_GetBounds",
  "FPDFPageObj_GetMatrix",
  "FPDFPageObj_GetStrokeColor",
  "FPDFPageObj_GetFillColor",
  "FPDFFormObj_CountObjects",
  "FPDFFormObj_GetObject",
  "FPDFPath_CountSegments",
  "FPDFPath_GetPathSegment",
  "FPDFPath_GetDrawMode",
  "FPDFPathSegment_GetPoint",
  "FPDFPathSegment_GetType",
  "FPDFPathSegment_GetClose",
  "FPDFText_LoadPage",
  "FPDFText_ClosePage",
  "FPDFText_CountChars",
  "FPDFText_GetUnicode",
  "FPDFText_IsHyphen",
  "FPDFText_IsGenerated",
  "FPDFText_HasUnicodeMapError",
  "FPDFText_GetLooseCharBox",
  "FPDFText_GetCharOrigin",
  "FPDFText_GetFontSize",
  "FPDFText_GetMatrix",
  "FPDFText_GetTextObject",
  "FPDFTextObj_GetFont",
  "FPDFTextObj_GetTextRenderMode",
  "FPDFFont_GetBaseFontName",
  "FPDFFont_GetFlags",
  "FPDFFont_GetWeight",
  "FPDFFont_GetItalicAngle",
  "FPDFFont_GetGlyphWidth",
  "FPDFLink_Enumerate",
  "FPDFLink_GetAnnotRect",
  "FPDFLink_GetAction",
  "FPDFAction_GetURIPath",
  "FPDFAction_GetDest",
  "FPDF_StructTree_GetForPage",
  "FPDF_StructTree_Close",
  "FPDF_StructTree_CountChildren",
  "FPDF_StructTree_GetChildAtIndex",
  "FPDF_StructElement_GetType",
  "FPDF_StructElement_GetAltText",
  "FPDF_StructElement_CountChildren",
  "FPDF_StructElement_GetChildAtIndex",
  "FPDF_StructElement_GetChildMarkedContentID",
  "FPDF_StructElement_GetAttributeCount",
  "FPDF_StructElement_GetAttributeAtIndex",
  "FPDF_StructElement_Attr_GetValue",
  "FPDF_StructElement_Attr_GetNumberValue",
  "FPDFBookmark_GetFirstChild",
  "FPDFBookmark_GetNextSibling",
  "FPDFBookmark_GetTitle",
  "FPDFBookmark_GetDest",
  "FPDFBookmark_GetAction",
  "FPDFDest_GetDestPageIndex",
  "FPDFBitmap_CreateEx",
  "FPDFBitmap_FillRect",
  "FPDFBitmap_GetBuffer",
  "FPDFBitmap_GetStride",
  "FPDFBitmap_Destroy",
  "FPDF_RenderPageBitmap",
] as const;

type FunctionName = (typeof functionNames)[number];

/**
 * PDFium's C API (public/fpdf*.h) as bare WASM exports, because the package's own wrappers cost several times the call
 * itself. Pointers are byte offsets into `bytes()`.
 */
export type Pdfium = Record<FunctionName, Call> & {
  /** The memory may move whenever PDFium allocates. Get the view again after each call that may allocate. */
  bytes(): Uint8Array;
  floats(): Float32Array;
  doubles(): Float64Array;
};

/**
 * A new PDFium, about 20 MB. One instance is not re-entrant, and its memory only grows. Keep one per thread and end the
 * thread now and then.
 */
export async function loadPdfium(): Promise<Pdfium> {
  const file = await readFile(createRequire(import.meta.url).resolve("@embedpdf/pdfium/pdfium.wasm"));
  const wasmBinary = new Uint8Array(file).buffer;
  // PDFium's messages about broken files are not needed, because every failure also has a return value.
  const { pdfium, PDFiumExt_Init } = await init({ wasmBinary, print: () => {}, printErr: () => {} });
  PDFiumExt_Init();
  const exported = pdfium.wasmExports as unknown as Record<string, Call | undefined>;
  const calls = {} as Record<FunctionName, Call>;
  for (const name of functionNames) {
    const call = exported[name];
    if (!call) throw new Error(`this build of PDFium lacks ${name}`);
    calls[name] = call;
  }
  // The package's types lack the views when Emscripten's own types are not installed.
  const memory = pdfium as unknown as { HEAPU8: Uint8Array; HEAPF32: Float32Array; HEAPF64: Float64Array };
  return {
    ...calls,
    bytes: () => memory.HEAPU8,
    floats: () => memory.HEAPF32,
    doubles: () => memory.HEAPF64,
  };
}

/** Whether PDFium itself crashed, as it may on hostile files. The instance must not be used again. */
export function isTrap(error: unknown): boolean {
  return error instanceof Error && error.name === "RuntimeError";
}
