import type { Pdfium } from "./pdfium.ts";

export type Edges = { left: number; top: number; right: number; bottom: number };

/** Converts boxes of PDF user space (y upwards, before rotation) into boxes of the displayed page. */
export type PageFrame = {
  width: number;
  height: number;
  /** Rotation of the displayed page in clockwise quarter turns. */
  quarterTurns: number;
  toDisplay(left: number, bottom: number, right: number, top: number): Edges;
};

/** Reads the size, crop box and rotation. `scratch` needs room for 16 bytes. */
export function readPageFrame(pdfium: Pdfium, page: number, scratch: number): PageFrame {
  const quarterTurns = ((pdfium.FPDFPage_GetRotation(page) % 4) + 4) % 4;
  const width = pdfium.FPDF_GetPageWidthF(page);
  const height = pdfium.FPDF_GetPageHeightF(page);
  const turned = quarterTurns % 2 === 1;
  // FS_RECTF: left, top, right, bottom.
  const known = pdfium.FPDF_GetPageBoundingBox(page, scratch) !== 0;
  const at = scratch >> 2;
  const floats = pdfium.floats();
  const boxLeft = known ? (floats[at] ?? 0) : 0;
  const boxBottom = known ? (floats[at + 3] ?? 0) : 0;
  const boxRight = boxLeft + (turned ? height : width);
  const boxTop = boxBottom + (turned ? width : height);
  return {
    width,
    height,
    quarterTurns,
    toDisplay(left, bottom, right, top) {
      if (quarterTurns === 1) {
        return {
          left: bottom - boxBottom,
          top: left - boxLeft,
          right: top - boxBottom,
          bottom: right - boxLeft,
        };
      }
      if (quarterTurns === 2) {
        return {
          left: boxRight - right,
          top: bottom - boxBottom,
          right: boxRight - left,
          bottom: top - boxBottom,
        };
      }
      if (quarterTurns === 3) {
        return { left: boxTop - top, top: boxRight - right, right: boxTop - bottom, bottom: boxRight - left };
      }
      return { left: left - boxLeft, top: boxTop - top, right: right - boxLeft, bottom: boxTop - bottom };
    },
  };
}
