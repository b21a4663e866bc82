import type { Font } from "../layout/page/page.ts";
import type { Pdfium } from "./pdfium.ts";

const boldName = /bold|black|heavy|semibold|demi|cmbx|cmssbx|[-,](bd|sb)\b/i;
const lightName = /(light|thin|hairline|book)/i;
const italicName = /italic|oblique|cmti|cmmi|[-,]it\b|slanted/i;
const monospacedName = /mono|courier|consol|menlo|typewriter|cmtt|code|inconsolata|fixed|lettergothic|ocrb/i;
const pictorialName = /wingdings|webdings|dingbats|monotypesorts/i;
const FIXED_PITCH = 1;
const ITALIC = 1 << 6;
const FORCE_BOLD = 1 << 18;

const symbolName = /^symbol/i;

export type PageFont = Font & {
  /** A font of bullets and ticks, whose letters are pictures. */
  pictorial: boolean;
  /** The font Symbol, whose codes are Greek letters and signs. */
  symbolic: boolean;
};

/** Looks up each font once per page. Font handles are only valid while the page is open. */
export function pageFonts(pdfium: Pdfium, scratch: number): (font: number, stroked: boolean) => PageFont {
  const known = new Map<number, PageFont>();
  const stroked = new Map<number, PageFont>();
  return (handle, isStroked) => {
    let font = known.get(handle);
    if (!font) {
      font = readFont(pdfium, handle, scratch);
      known.set(handle, font);
    }
    if (!isStroked || font.weight >= 700) return font;
    // Programs fill and stroke text to make a regular font bold.
    let bold = stroked.get(handle);
    if (!bold) {
      bold = { ...font, weight: 700 };
      stroked.set(handle, bold);
    }
    return bold;
  };
}

function readFont(pdfium: Pdfium, handle: number, scratch: number): PageFont {
  if (handle === 0) {
    const plain = { weight: 400, italic: false, monospaced: false, pictorial: false, symbolic: false };
    return { name: "", ...plain };
  }
  const room = 256;
  const buffer = pdfium.malloc(room);
  const length = pdfium.FPDFFont_GetBaseFontName(handle, buffer, room);
  const name =
    length > 1 && length <= room
      ? Buffer.from(pdfium.bytes().subarray(buffer, buffer + length - 1)).toString("utf8")
      : "";
  pdfium.free(buffer);
  const plainName = name.replace(/^[A-Z]{6}\+/, "");
  const flags = pdfium.FPDFFont_GetFlags(handle);
  const hasAngle = pdfium.FPDFFont_GetItalicAngle(handle, scratch) !== 0;
  const angle = hasAngle ? (new DataView(pdfium.bytes().buffer).getInt32(scratch, true) ?? 0) : 0;
  return {
    name: plainName,
    weight: weightOf(plainName, flags, pdfium.FPDFFont_GetWeight(handle)),
    italic: italicName.test(plainName) || (flags > 0 && (flags & ITALIC) !== 0) || angle !== 0,
    monospaced: isMonospaced(pdfium, handle, plainName, flags, scratch),
    pictorial: pictorialName.test(plainName),
    symbolic: symbolName.test(plainName),
  };
}

/**
 * Many font files set the fixed-pitch flag wrongly, and they embed only the letters they need. When i and m have
 * different widths, the flag does not count.
 */
function isMonospaced(pdfium: Pdfium, handle: number, name: string, flags: number, scratch: number): boolean {
  const widthOf = (letter: string) =>
    pdfium.FPDFFont_GetGlyphWidth(handle, letter.charCodeAt(0), 1000, scratch) === 0
      ? 0
      : (pdfium.floats()[scratch >> 2] ?? 0);
  const narrow = widthOf("i") || widthOf("l");
  const wide = widthOf("m") || widthOf("w");
  if (narrow > 0 && wide > 0 && Math.abs(narrow - wide) >= 10) return false;
  return monospacedName.test(name) || (flags > 0 && (flags & FIXED_PITCH) !== 0);
}

/** The font's name decides first. The stem width in font files is often made up by the program that wrote them. */
function weightOf(name: string, flags: number, stemWeight: number): number {
  if (boldName.test(name)) return 700;
  if (lightName.test(name) || /regular|roman|medium|cmr\d/i.test(name)) return 400;
  if (flags > 0 && (flags & FORCE_BOLD) !== 0) return 700;
  return stemWeight >= 650 && stemWeight <= 1000 ? 700 : 400;
}
