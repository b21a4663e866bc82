import type { Pdfium } from "./pdfium.ts";

/** Accents that are characters of their own, and the marks that combine with a letter instead. */
const combining: Record<string, string> = {
  "`": "\u0300",
  "´": "\u0301",
  ˆ: "\u0302",
  "^": "\u0302",
  "˜": "\u0303",
  "~": "\u0303",
  "¯": "\u0304",
  "˘": "\u0306",
  "˙": "\u0307",
  "¨": "\u0308",
  "˚": "\u030a",
  "˝": "\u030b",
  ˇ: "\u030c",
  "¸": "\u0327",
  "˛": "\u0328",
};

const undotted: Record<string, string> = { ı: "i", ȷ: "j" };

/** The combining mark of an accent that a typesetter drew by itself; undefined for any other character. */
export const combiningMark = (text: string): string | undefined => combining[text];

/** A letter under a mark that was drawn apart. */
export function accented(letter: string, mark: string): string {
  return `${undotted[letter] ?? letter}${mark}`.normalize("NFC");
}

/** Whether an accent is over (or under) a letter, by their extents along the line: most of it lies within the letter. */
function standsOver(
  accent: { left: number; right: number },
  letter: { left: number; right: number },
): boolean {
  const shared = Math.min(accent.right, letter.right) - Math.max(accent.left, letter.left);
  return shared >= 0.5 * Math.min(accent.right - accent.left, letter.right - letter.left) && shared > 0;
}

/** Whether a code is an accent of its own: ` ^ ~, or one of those between the letters of Latin. */
export function isAccent(code: number): boolean {
  if (code < 0xa8) return code === 0x60 || code === 0x5e || code === 0x7e;
  return code <= 0x2dd && combiningMark(String.fromCharCode(code)) !== undefined;
}

/** Whether an accent was drawn over the letter that comes next, or over the one before. */
export function accentPlace(
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
