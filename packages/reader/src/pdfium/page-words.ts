import { hasRightToLeft, isUnspaced } from "../layout/page/script.ts";
import { accented, accentPlace, combiningMark, isAccent } from "./detached-accents.ts";
import type { FontDifferences } from "./font-differences.ts";
import { unknown } from "./glyph-shape.ts";
import { isSecondCopy } from "./letter-copies.ts";
import { isArabic, isPartAfter, ligatureOrder } from "./ligature-order.ts";
import { finishWord, type OpenWord } from "./open-word.ts";
import { characterText, isGlyph, isMeaningless } from "./page-characters.ts";
import { pageFonts } from "./page-fonts.ts";
import type { PageFrame } from "./page-frame.ts";
import type { Pdfium } from "./pdfium.ts";
import type { PlacedWord } from "./placed-word.ts";
import { isBracket, statedBracket } from "./stated-bracket.ts";
import { composeStrayAccents } from "./stray-accents.ts";
import { isSymbolCode, symbolText } from "./symbol-font.ts";
import { continues, readStyle, sharesLine, type TextStyle } from "./text-style.ts";
import { type UnmappedGlyph, unmappedGlyphs } from "./unmapped-glyphs.ts";

const maxCharacters = 400_000;
/** Characters further apart than this (in font sizes) belong to two words, even without a space between them. */
const maxInnerGap = 0.2;
/** From this gap on, a number in another marked content than the number before it is that of the next cell. */
const maxFigureGap = 0.08;
const figureAtEnd = /\p{Nd}[%)]?$/u;
const figureAtStart = /^[\p{Nd}\p{Sc}\p{Pd}+−(]/u;
/** Letters of a column touch, and are over each other (in font sizes). */
const maxColumnGap = 0.5;
/** Letters side by side may overlap this far (in font sizes). */
const maxStepOverlap = 0.1;
const minColumnShare = 0.3;
/** A space that PDFium guesses counts from this distance on (in font sizes). */
const minGuessedSpace = 0.03;

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
  let lastText = "";
  /** The mark of an accent that was drawn before its letter. */
  let mark = "";
  // The box of the previous character.
  let left = 0;
  let right = 0;
  let bottom = 0;
  let top = 0;
  /** Where in the open word's text the characters of the last glyph start. A ligature has several. */
  let glyphStart = 0;
  /** Its characters as PDFium gives them. */
  let glyphLetters = "";
  let lastPart = { left: 0, right: 0, object: 0 };
  let floats = pdfium.floats();

  const close = () => {
    if (open) words.push({ word: finishWord(open, frame), object: open.object });
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
          if (open) {
            // Boxes of letters that a font draws itself (Type 3) are as wide as its widest one, and reach into the next word.
            FPDFText_GetLooseCharBox(textPage, index, scratch);
            const spaceLeft = floats[at] ?? 0;
            if (style?.direction === 0 && spaceLeft > left && spaceLeft < open.right) open.right = spaceLeft;
          }
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
    const isPlaced = object !== lastObject;
    if (isPlaced || style === null) {
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
      const shared = Math.min(boxRight, right) - Math.max(boxLeft, left);
      const isBelow =
        style.direction === 0 &&
        isUnspaced(text) &&
        Math.abs(boxTop - bottom) < style.size * maxColumnGap &&
        shared > style.size * minColumnShare;
      // Vertical Chinese and Japanese: one letter under the other, in columns.
      if (isBelow && (open.isVertical || [...open.text].length === 1)) open.isVertical = true;
      else if (open.isVertical) {
        space = true;
        close();
      }
    }
    // Fake bold: each letter is drawn twice.
    if (
      open &&
      isPlaced &&
      text === lastText &&
      isSecondCopy(
        { left, right, bottom, top },
        { left: boxLeft, right: boxRight, bottom: boxBottom, top: boxTop },
      )
    ) {
      guessedSpace = false;
      continue;
    }
    lastText = text;
    if (isBracket(text) && object !== 0) {
      text = statedBracket(pdfium, object, text, scratch);
      floats = pdfium.floats();
    }
    if (open) {
      const gap =
        style.direction === 90 || style.direction === 270
          ? Math.max(boxBottom - top, bottom - boxTop)
          : Math.max(boxLeft - right, left - boxRight);
      if (gap > style.size * maxInnerGap && style.direction !== null) close();
      else if (
        gap > style.size * maxFigureGap &&
        style.direction === 0 &&
        figureAtEnd.test(open.text) &&
        figureAtStart.test(text) &&
        isOtherContent(pdfium, open.object, object)
      ) {
        space = true;
        close();
      } else if (guessedSpace && (gap > style.size * minGuessedSpace || style.direction === null)) close();
      if (!open) space ||= guessedSpace;
    } else if (guessedSpace) {
      const gap = Math.max(boxLeft - right, left - boxRight);
      if (gap > style.size * minGuessedSpace || style.direction !== 0) space = true;
    }
    guessedSpace = false;
    const sharesBox = boxLeft === left && boxRight === right && boxTop === top;
    const sharesHeight = boxTop === top && boxBottom === bottom;
    // The letters that the page says a glyph is (ActualText) get a part of its box each, from left to right.
    const part = { left: boxLeft, right: boxRight, object };
    const isPart = sharesHeight && isArabic(text) && isPartAfter(lastPart, part);
    const sameGlyph = open !== null && (sharesBox || isPart);
    lastPart = part;
    left = sameGlyph ? Math.min(left, boxLeft) : boxLeft;
    right = boxRight;
    bottom = boxBottom;
    top = boxTop;
    if (open && !sameGlyph && stepsBack(open, text, boxLeft, boxRight)) {
      open.tail = open.text + (open.tail ?? "");
      open.text = "";
    }
    if (open) {
      if (!sameGlyph) glyphStart = open.text.length;
      glyphLetters = sameGlyph ? glyphLetters + text : text;
      open.text = open.text.slice(0, glyphStart) + ligatureOrder(glyphLetters);
      if (boxLeft < open.left) open.left = boxLeft;
      if (boxRight > open.right) open.right = boxRight;
      if (boxBottom < open.bottom) open.bottom = boxBottom;
      if (boxTop > open.top) open.top = boxTop;
    } else {
      glyphStart = 0;
      glyphLetters = text;
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

/** Whether a tagged page marks two text objects as content of their own, as it does for cells. */
function isOtherContent(pdfium: Pdfium, before: number, object: number): boolean {
  if (before === object) return false;
  const [first, second] = [before, object].map((one) => pdfium.FPDFPageObj_GetMarkedContentID(one));
  return first !== undefined && second !== undefined && first >= 0 && second >= 0 && first !== second;
}

/**
 * Whether a letter that is read from left to right stands directly before its word. In lines that PDFium reads from the
 * right, "X1" comes as "1" and "X".
 */
function stepsBack(
  { style, text, left }: OpenWord,
  next: string,
  nextLeft: number,
  nextRight: number,
): boolean {
  const gap = left - nextRight;
  return (
    style.direction === 0 &&
    nextLeft < left &&
    gap > -maxStepOverlap * style.size &&
    gap < maxInnerGap * style.size &&
    !hasRightToLeft(text) &&
    !hasRightToLeft(next)
  );
}
