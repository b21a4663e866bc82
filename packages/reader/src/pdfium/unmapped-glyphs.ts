import type { FontDifferences } from "./font-differences.ts";
import { glyphNameText } from "./glyph-name.ts";
import { shapeText, unknown } from "./glyph-shape.ts";
import { drawRegion } from "./ink-test.ts";
import type { PageFrame } from "./page-frame.ts";
import type { Pdfium } from "./pdfium.ts";

/** Pixels in a font size when a glyph is looked at. */
const pixelsPerSize = 32;
/** Looks at glyphs are slow; a page with more kinds of unknown glyphs is beyond help. */
const maxLooks = 30;
const minDifference = 64;
const maxPageSide = 1_000_000;

/** A character without a meaning: a control code, or a code outside Unicode. */
export type UnmappedGlyph = {
  /** Its position on the text page. */
  index: number;
  code: number;
  object: number;
  fontHandle: number;
  fontName: string;
  size: number;
};

/**
 * Creates a function that says what a glyph without a meaning stands for: by the name that the file gives it, else by
 * its form. U+FFFD when neither is known, and "" for one that shows nothing.
 */
export function unmappedGlyphs(
  pdfium: Pdfium,
  page: number,
  textPage: number,
  frame: PageFrame,
  differences: () => FontDifferences,
  scratch: number,
): (glyph: UnmappedGlyph) => string {
  const known = new Map<string, string>();
  let looks = 0;
  return (glyph) => {
    const key = `${glyph.fontHandle} ${glyph.code}`;
    let text = known.get(key);
    if (text === undefined) {
      // Without a map, PDFium gives the code itself.
      const isCode = pdfium.FPDFText_HasUnicodeMapError(textPage, glyph.index) === 1;
      const name = isCode ? differences().get(glyph.fontName)?.get(glyph.code) : undefined;
      text = name === undefined ? undefined : glyphNameText(name);
      if (text === undefined) {
        looks += 1;
        text = looks > maxLooks ? unknown : lookAt(pdfium, page, textPage, frame, glyph, scratch);
      }
      known.set(key, text);
    }
    return text;
  };
}

/** Renders the glyph's part of the page with and without its text. */
function lookAt(
  pdfium: Pdfium,
  page: number,
  textPage: number,
  frame: PageFrame,
  { index, object, size }: UnmappedGlyph,
  scratch: number,
): string {
  pdfium.FPDFText_GetLooseCharBox(textPage, index, scratch);
  const [left = 0, top = 0, right = 0, bottom = 0] = pdfium
    .floats()
    .subarray(scratch >> 2, (scratch >> 2) + 4);
  pdfium.FPDFText_GetCharOrigin(textPage, index, scratch, scratch + 8);
  const [x = 0, y = 0] = pdfium.doubles().subarray(scratch >> 3, (scratch >> 3) + 2);
  const box = frame.toDisplay(left, bottom, right, top);
  const origin = frame.toDisplay(x, y, x, y);
  const [wide, high] = [box.right - box.left, box.bottom - box.top];
  // Forms are only known upright. A text that is turned is rare.
  if (frame.quarterTurns !== 0 || wide > 3 * size || high > 4 * size) return unknown;
  const scale = pixelsPerSize / size;
  if (Math.max(frame.width, frame.height) * scale > maxPageSide) return unknown;
  const width = Math.max(1, Math.round(wide * scale));
  const height = Math.max(1, Math.round(high * scale));
  const region = {
    width,
    height,
    x: -Math.round(box.left * scale),
    y: -Math.round(box.top * scale),
    pageWidth: Math.round(frame.width * scale),
    pageHeight: Math.round(frame.height * scale),
  };
  const complete = drawRegion(pdfium, page, region);
  pdfium.FPDFPageObj_SetIsActive(object, 0);
  const without = drawRegion(pdfium, page, region);
  pdfium.FPDFPageObj_SetIsActive(object, 1);
  const ink = new Uint8Array(width * height);
  for (let pixel = 0; pixel < ink.length; pixel += 1) {
    const at = pixel * 4;
    const differs = [0, 1, 2].some(
      (channel) => Math.abs((complete[at + channel] ?? 0) - (without[at + channel] ?? 0)) >= minDifference,
    );
    if (differs) ink[pixel] = 1;
  }
  return shapeText({ width, height, ink, baseline: (origin.top - box.top) * scale, size: pixelsPerSize });
}
