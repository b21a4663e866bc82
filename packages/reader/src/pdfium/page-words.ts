import type { TextDirection, Word } from "../layout/page.ts";
import { accented, combiningMark, standsOver } from "./detached-accents.ts";
import type { FontDifferences } from "./font-differences.ts";
import { unknown } from "./glyph-shape.ts";
import { characterText, isMeaningless, pictureText } from "./page-characters.ts";
import { type PageFont, pageFonts } from "./page-fonts.ts";
import type { PageFrame } from "./page-frame.ts";
import type { Pdfium } from "./pdfium.ts";
import { composeStrayAccents } from "./stray-accents.ts";
import { isSymbolCode, symbolText } from "./symbol-font.ts";
import { type UnmappedGlyph, unmappedGlyphs } from "./unmapped-glyphs.ts";

/** A word that is still being collected, in PDF user space. */
type OpenWord = {
  text: string;
  left: number;
  bottom: number;
  right: number;
  top: number;
  style: TextStyle;
  spaceBefore: boolean;
  /** The text object of its first character. */
  object: number;
};

/** A word and the text object that paints it. */
export type PlacedWord = { word: Word; object: number };

/** Facts shared by all characters of one text object. */
type TextStyle = {
  font: PageFont;
  fontHandle: number;
  size: number;
  direction: TextDirection;
  /** The baseline: its y for horizontal text, its x for vertical text. */
  baseline: number;
};

const maxCharacters = 400_000;
const FILL_THEN_STROKE = 2;
/** Characters further apart than this (in font sizes) belong to two words, even without a space between them. */
const maxInnerGap = 0.2;
/** A space that PDFium guesses counts from this distance on (in font sizes). */
const minGuessedSpace = 0.03;
const arabic = /[\u0600-\u06ff\u0750-\u077f]/;
/** Text counts as rotated by another angle than a multiple of 90° from this tangent on: about 6 degrees. */
const minSlant = 0.1;

/**
 * Reads the words of a page in the order of its content stream, right-to-left words in logical order, whether they can
 * be seen or not. At most 400,000 characters.
 *
 * Three WASM calls a character; everything else is asked once per text object.
 */
export function readPageWords(
  pdfium: Pdfium,
  page: number,
  frame: PageFrame,
  differences: () => FontDifferences,
  scratch: number,
): PlacedWord[] {
  const textPage = pdfium.FPDFText_LoadPage(page);
  if (textPage === 0) throw new Error("PDFium can't read the text of this page");
  try {
    const glyphText = unmappedGlyphs(pdfium, page, textPage, frame, differences, scratch);
    return composeStrayAccents(readWords(pdfium, textPage, frame, glyphText, scratch));
  } finally {
    pdfium.FPDFText_ClosePage(textPage);
  }
}

function readWords(
  pdfium: Pdfium,
  textPage: number,
  frame: PageFrame,
  glyphText: (glyph: UnmappedGlyph) => string,
  scratch: number,
): PlacedWord[] {
  const fontOf = pageFonts(pdfium, scratch);
  const { FPDFText_GetUnicode, FPDFText_GetLooseCharBox, FPDFText_GetTextObject } = pdfium;
  const count = Math.min(pdfium.FPDFText_CountChars(textPage), maxCharacters);
  const words: PlacedWord[] = [];
  const at = scratch >> 2;
  let open: OpenWord | null = null;
  let style: TextStyle | null = null;
  let lastObject = 0;
  let space = true;
  /** Whether PDFium put a space where the page has none. */
  let guessedSpace = false;
  /** The mark of an accent that was drawn before its letter. */
  let mark = "";
  // The box of the previous character.
  let left = 0;
  let right = 0;
  let bottom = 0;
  let top = 0;
  /**
   * Position in the open word's text at which the characters of the last glyph start. A ligature has several
   * characters.
   */
  let glyphStart = 0;
  let floats = pdfium.floats();

  const close = () => {
    if (open) words.push({ word: finish(open, frame), object: open.object });
    open = null;
  };

  for (let index = 0; index < count; index += 1) {
    const code = FPDFText_GetUnicode(textPage, index);
    let text = characterText(code);
    const isUnmapped =
      (isMeaningless(code) && isGlyph(pdfium, textPage, index)) ||
      (code > 0xff && pdfium.FPDFText_HasUnicodeMapError(textPage, index) === 1);
    if (!isUnmapped) {
      if (text === "") continue;
      if (text === " ") {
        if (open && pdfium.FPDFText_IsGenerated(textPage, index) === 1) guessedSpace = true;
        else if (mark === "") {
          space = true;
          close();
        }
        continue;
      }
    }
    if (isAccent(code)) {
      const place = accentPlace(pdfium, textPage, index, open ? { left, right } : null, scratch);
      floats = pdfium.floats();
      if (place === "next") {
        mark = combiningMark(text) ?? "";
        continue;
      }
      if (place === "before" && open) {
        const letter = [...open.text].at(-1) ?? "";
        open.text = open.text.slice(0, -letter.length) + accented(letter, combiningMark(text) ?? "");
        continue;
      }
    }
    if (mark !== "") {
      text = accented(text, mark);
      mark = "";
    }
    const object = FPDFText_GetTextObject(textPage, index);
    if (object !== lastObject || style === null) {
      if (object === 0) {
        // PDFium adds such characters itself, for example hyphens. They belong to the word before.
        if (open) open.text += text;
        continue;
      }
      lastObject = object;
      const next = readStyle(pdfium, textPage, index, object, fontOf, scratch);
      if (open && style && !continues(style, next)) {
        // PDFium guesses spaces. On one line, the distance decides.
        if (guessedSpace && !sharesLine(style, next)) space = true;
        close();
      }
      style = next;
      floats = pdfium.floats();
    }
    if (isUnmapped) {
      const { font, fontHandle, size } = style;
      const isNumber = code > 0xff && !isMeaningless(code);
      const said = glyphText({ index, code, object, fontHandle, fontName: font.name, size });
      // A font that is not in the file shows nothing here, though it has a glyph.
      const found = said === "" && isNumber ? unknown : said;
      floats = pdfium.floats();
      if (found === "") {
        // A glyph that shows nothing is a space where its code says so.
        if (text === " ") {
          space = true;
          close();
        }
        continue;
      }
      // Beyond Latin-1, a code without a map is the number of a glyph and no character.
      if (found !== unknown || isNumber || text.trim() === "" || text === "-") text = found;
    } else if (style.font.symbolic && isSymbolCode(code)) text = symbolText(code) || text;
    FPDFText_GetLooseCharBox(textPage, index, scratch);
    const boxLeft = floats[at] ?? 0;
    const boxTop = floats[at + 1] ?? 0;
    const boxRight = floats[at + 2] ?? 0;
    const boxBottom = floats[at + 3] ?? 0;
    if (open) {
      const gap =
        style.direction === 90 || style.direction === 270
          ? Math.max(boxBottom - top, bottom - boxTop)
          : Math.max(boxLeft - right, left - boxRight);
      if (gap > style.size * maxInnerGap && style.direction !== null) close();
      else if (guessedSpace && (gap > style.size * minGuessedSpace || style.direction === null)) close();
      if (!open) space ||= guessedSpace;
    } else if (guessedSpace) {
      const gap = Math.max(boxLeft - right, left - boxRight);
      if (gap > style.size * minGuessedSpace || style.direction !== 0) space = true;
    }
    guessedSpace = false;
    const sameGlyph = boxLeft === left && boxRight === right && boxTop === top && open !== null;
    left = boxLeft;
    right = boxRight;
    bottom = boxBottom;
    top = boxTop;
    if (open) {
      if (!sameGlyph) glyphStart = open.text.length;
      // PDFium reverses right-to-left text letter by letter, including ligatures.
      const turned = sameGlyph && arabic.test(text);
      open.text = turned
        ? open.text.slice(0, glyphStart) + text + open.text.slice(glyphStart)
        : open.text + text;
      if (boxLeft < open.left) open.left = boxLeft;
      if (boxRight > open.right) open.right = boxRight;
      if (boxBottom < open.bottom) open.bottom = boxBottom;
      if (boxTop > open.top) open.top = boxTop;
    } else {
      glyphStart = 0;
      open = {
        text,
        left: boxLeft,
        right: boxRight,
        bottom: boxBottom,
        top: boxTop,
        style,
        spaceBefore: space,
        object,
      } as OpenWord;
      space = false;
    }
  }
  close();
  return words;
}

const sharesLine = (before: TextStyle, after: TextStyle) =>
  before.direction === after.direction &&
  before.direction === 0 &&
  Math.abs(before.baseline - after.baseline) < 0.1 * Math.min(before.size, after.size);

/** Whether a code is an accent of its own: ` ^ ~, or one of those between the letters of Latin. */
function isAccent(code: number): boolean {
  if (code < 0xa8) return code === 0x60 || code === 0x5e || code === 0x7e;
  return code <= 0x2dd && combiningMark(String.fromCharCode(code)) !== undefined;
}

/** Whether an accent was drawn over the letter that comes next, or over the one before. */
function accentPlace(
  pdfium: Pdfium,
  textPage: number,
  index: number,
  before: { left: number; right: number } | null,
  scratch: number,
): "next" | "before" | null {
  const extent = (at: number) => {
    pdfium.FPDFText_GetLooseCharBox(textPage, at, scratch);
    const [left = 0, top = 0, right = 0, bottom = 0] = pdfium
      .floats()
      .subarray(scratch >> 2, (scratch >> 2) + 4);
    return { left, top, right, bottom };
  };
  const accent = extent(index);
  let next = index + 1;
  if (pdfium.FPDFText_IsGenerated(textPage, next) === 1) next += 1;
  const code = pdfium.FPDFText_GetUnicode(textPage, next);
  if (code >= 0x41 && code <= 0x10ffff && /^\p{L}$/u.test(String.fromCodePoint(code))) {
    const letter = extent(next);
    if (standsOver(accent, letter) && letter.bottom < accent.top && letter.top > accent.bottom) return "next";
  }
  return before && standsOver(accent, before) ? "before" : null;
}

/** Whether the page paints this character: PDFium adds line breaks, spaces and hyphens that it does not paint. */
function isGlyph(pdfium: Pdfium, textPage: number, index: number): boolean {
  return (
    pdfium.FPDFText_GetTextObject(textPage, index) !== 0 && pdfium.FPDFText_IsHyphen(textPage, index) !== 1
  );
}

/**
 * Only a change of style or line ends a word here, because programs that place every character separately still write
 * words.
 */
function continues(before: TextStyle, after: TextStyle): boolean {
  return (
    before.font === after.font &&
    before.direction === after.direction &&
    Math.abs(before.size - after.size) < 0.05 * before.size + 0.05 &&
    Math.abs(before.baseline - after.baseline) < 0.1 * before.size
  );
}

function readStyle(
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

/** Font files claim any height. A box reaches at most this far from the baseline, in font sizes. */
const maxAscent = 0.95;
const maxDescent = 0.3;

function finish(word: OpenWord, frame: PageFrame): Word {
  const { size, baseline, direction, font } = word.style;
  let { left, right, top, bottom } = word;
  let ascent = maxAscent * size;
  // Vertical text and rotated text run away from the baseline, so their boxes stay as they are.
  const across = direction === 0 || direction === 180 ? top - bottom : right - left;
  if (direction !== null && across < 2.5 * size) {
    const high = direction === 0 ? top : direction === 180 ? -bottom : direction === 90 ? right : -left;
    const low = direction === 0 ? bottom : direction === 180 ? -top : direction === 90 ? left : -right;
    const line = direction === 0 || direction === 90 ? baseline : -baseline;
    ascent = clamp(high - line, 0.6 * size, maxAscent * size);
    const descent = clamp(line - low, 0.1 * size, maxDescent * size);
    if (direction === 0) {
      top = baseline + ascent;
      bottom = baseline - descent;
    } else if (direction === 180) {
      bottom = baseline - ascent;
      top = baseline + descent;
    } else if (direction === 270) {
      left = baseline - ascent;
      right = baseline + descent;
    } else {
      right = baseline + ascent;
      left = baseline - descent;
    }
  }
  const edges = frame.toDisplay(left, bottom, right, top);
  return {
    text: font.pictorial ? pictureText(word.text) : plainText(word.text),
    left: edges.left,
    top: edges.top,
    right: edges.right,
    bottom: edges.bottom,
    ascent,
    size,
    font,
    direction: direction === null ? null : (((direction + 90 * frame.quarterTurns) % 360) as TextDirection),
    spaceBefore: word.spaceBefore,
  };
}

const ascii = /^[\x21-\x7e]*$/;

function plainText(text: string): string {
  return ascii.test(text) ? text : text.toWellFormed().normalize("NFC");
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
