import type { TextDirection } from "../layout/page/page.ts";
import type { PageFont } from "./page-fonts.ts";
import type { Pdfium } from "./pdfium.ts";

const FILL_THEN_STROKE = 2;
/** Text counts as rotated by another angle than a multiple of 90° from this tangent on: about 6 degrees. */
const minSlant = 0.1;

/** Facts shared by all characters of one text object. */
export type TextStyle = {
  font: PageFont;
  fontHandle: number;
  size: number;
  direction: TextDirection;
  /** The baseline: its y for horizontal text, its x for vertical text. */
  baseline: number;
};

/**
 * Only a change of style or line ends a word here, because programs that place every character separately still write
 * words.
 */
export function continues(before: TextStyle, after: TextStyle): boolean {
  return (
    before.font === after.font &&
    before.direction === after.direction &&
    Math.abs(before.size - after.size) < 0.05 * before.size + 0.05 &&
    Math.abs(before.baseline - after.baseline) < 0.1 * before.size
  );
}

/** Whether two upright texts are on one baseline. */
export const sharesLine = (before: TextStyle, after: TextStyle) =>
  before.direction === after.direction &&
  before.direction === 0 &&
  Math.abs(before.baseline - after.baseline) < 0.1 * Math.min(before.size, after.size);

/** Asks what all characters of the text object of this character share. */
export function readStyle(
  pdfium: Pdfium,
  textPage: number,
  index: number,
  object: number,
  fontOf: (font: number, stroked: boolean) => PageFont,
  scratch: number,
): TextStyle {
  const at = scratch >> 2;
  const nominal = pdfium.FPDFText_GetFontSize(textPage, index);
  // FS_MATRIX: a, b, c, d, e, f.
  const placed = pdfium.FPDFText_GetMatrix(textPage, index, scratch) !== 0;
  const floats = pdfium.floats();
  const a = placed ? (floats[at] ?? 1) : 1;
  const b = placed ? (floats[at + 1] ?? 0) : 0;
  const c = placed ? (floats[at + 2] ?? 0) : 0;
  const d = placed ? (floats[at + 3] ?? 1) : 1;
  const size = Math.max(Math.abs(nominal) * Math.hypot(c, d), 0.5);
  const horizontal = Math.abs(a) >= Math.abs(b);
  const slanted = Math.min(Math.abs(a), Math.abs(b)) > minSlant * Math.max(Math.abs(a), Math.abs(b));
  const direction: TextDirection = slanted ? null : horizontal ? (a >= 0 ? 0 : 180) : b > 0 ? 270 : 90;
  pdfium.FPDFText_GetCharOrigin(textPage, index, scratch, scratch + 8);
  const doubles = pdfium.doubles();
  const baseline = doubles[(scratch >> 3) + (horizontal ? 1 : 0)] ?? 0;
  const stroked = pdfium.FPDFTextObj_GetTextRenderMode(object) === FILL_THEN_STROKE;
  const fontHandle = pdfium.FPDFTextObj_GetFont(object);
  return { font: fontOf(fontHandle, stroked), fontHandle, size, direction, baseline };
}
