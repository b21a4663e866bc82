import type { TextDirection, Word } from "../layout/page.ts";
import { characterText, pictureText } from "./page-characters.ts";
import { type PageFont, pageFonts } from "./page-fonts.ts";
import type { PageFrame } from "./page-frame.ts";
import type { Pdfium } from "./pdfium.ts";

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
  size: number;
  direction: TextDirection;
  /** The baseline: its y for horizontal text, its x for vertical text. */
  baseline: number;
};

const maxCharacters = 400_000;
const FILL_THEN_STROKE = 2;
/** Characters further apart than this (in font sizes) belong to two words, even without a space between them. */
const maxInnerGap = 0.2;
const arabic = /[\u0600-\u06ff\u0750-\u077f]/;
/** Text counts as rotated by another angle than a multiple of 90° from this tangent on: about 6 degrees. */
const minSlant = 0.1;

/**
 * Reads the words of a page in the order of its content stream, right-to-left words in logical order, whether they can
 * be seen or not. At most 400,000 characters.
 *
 * Three WASM calls a character; everything else is asked once per text object.
 */
export function readPageWords(pdfium: Pdfium, page: number, frame: PageFrame, scratch: number): PlacedWord[] {
  const textPage = pdfium.FPDFText_LoadPage(page);
  if (textPage === 0) throw new Error("PDFium can't read the text of this page");
  try {
    return readWords(pdfium, textPage, frame, scratch);
  } finally {
    pdfium.FPDFText_ClosePage(textPage);
  }
}

function readWords(pdfium: Pdfium, textPage: number, frame: PageFrame, scratch: number): PlacedWord[] {
  const fontOf = pageFonts(pdfium, scratch);
  const { FPDFText_GetUnicode, FPDFText_GetLooseCharBox, FPDFText_GetTextObject } = pdfium;
  const count = Math.min(pdfium.FPDFText_CountChars(textPage), maxCharacters);
  const words: PlacedWord[] = [];
  const at = scratch >> 2;
  let open: OpenWord | null = null;
  let style: TextStyle | null = null;
  let lastObject = 0;
  let space = true;
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
    const text = characterText(FPDFText_GetUnicode(textPage, index));
    if (text === "") continue;
    if (text === " ") {
      space = true;
      close();
      continue;
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
      if (open && style && !continues(style, next)) close();
      style = next;
      floats = pdfium.floats();
    }
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
    }
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
  return { font: fontOf(pdfium.FPDFTextObj_GetFont(object), stroked), size, direction, baseline };
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
