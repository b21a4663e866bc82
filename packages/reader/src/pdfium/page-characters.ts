import type { Pdfium } from "./pdfium.ts";

const BACKSPACE_HYPHEN = 0x02;
const NONCHARACTER_HYPHEN = 0xfffe;

/** Bullets of the symbol fonts (Symbol, Wingdings, ZapfDingbats). They are in the private use area. */
const symbolBullets: Record<number, string> = {
  0xf0b7: "•",
  0xf0a7: "▪",
  0xf0a8: "▪",
  0xf0d8: "➢",
  0xf0fc: "✓",
  0xf0fe: "☑",
  0xf06f: "○",
  0xf06e: "■",
  0xf071: "❑",
  0xf076: "❖",
  0xf0e0: "→",
  0xf0e8: "➔",
  0xf02d: "-",
  0xf020: " ",
};

/** Replaces typographic ligatures only. A general NFKC would also flatten exponents, fractions and full-width forms. */
const ligatures = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"];

/**
 * The text of one character as PDFium reports it. "" for characters without meaning (unmapped glyphs, controls), " "
 * for every kind of white space. The hyphen that PDFium marks at line ends becomes "-".
 */
export function characterText(code: number): string {
  if (code > 0x20 && code < 0x7f) return String.fromCharCode(code);
  if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || code === 0xa0) return " ";
  if (code === BACKSPACE_HYPHEN || code === NONCHARACTER_HYPHEN) return "-";
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return windowsText(code);
  if (code >= 0x2000 && code <= 0x200a) return " ";
  if (code === 0x202f || code === 0x205f || code === 0x3000) return " ";
  // Zero-width marks, byte order mark, and what `isMeaningless` names.
  if (code === 0x200b || code === 0x2060 || code === 0xfeff || code === 0xfffd || code === 0xffff) return "";
  if (code > 0x10ffff) return "";
  if (code >= 0xfb00 && code <= 0xfb06) return ligatures[code - 0xfb00] ?? "";
  if (code === 0xad || code === 0x2010 || code === 0x2011) return "-";
  // Arabic presentation forms become letters again.
  if ((code >= 0xfb50 && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfefc)) {
    return String.fromCodePoint(code).normalize("NFKC");
  }
  return symbolBullets[code] ?? String.fromCodePoint(code);
}

/** Fonts with a wrong map give the codes of Windows-1252 for its dashes and quotation marks. */
const windowsMarks = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

function windowsText(code: number): string {
  return (windowsMarks[code - 0x80] ?? "").trim();
}

/** Whether a code says nothing about its glyph: a control, a replacement character, or no character at all. */
export function isMeaningless(code: number): boolean {
  if (code < 0x20) return true;
  return (code >= 0x7f && code < 0xa0) || code === 0xfffd || code === 0xffff || code > 0x10ffff;
}

/** The pictures that letters show in the fonts Wingdings and ZapfDingbats. The two agree on most of those in use. */
const pictures: Record<string, string> = {
  "3": "✓",
  "4": "✔",
  "5": "✕",
  "8": "✘",
  l: "●",
  m: "❍",
  n: "■",
  o: "□",
  p: "□",
  q: "❑",
  r: "❒",
  u: "◆",
  v: "❖",
  w: "◆",
  "§": "▪",
  "¨": "□",
  Ø: "➢",
  Ü: "➢",
  à: "→",
  è: "➔",
  ü: "✓",
  û: "✗",
  þ: "☑",
  ý: "☒",
};

/** The text of a word in a pictorial font. Known pictures get their own characters, all others a bullet. */
export function pictureText(text: string): string {
  return [...text]
    .map((character) => pictures[character] ?? (/[!-~\u00a1-\u00ff]/.test(character) ? "•" : character))
    .join("");
}

/**
 * Reads a UTF-16LE string that PDFium writes into a buffer, after asking for its size. Returns "" when it is longer
 * than `limit` bytes.
 */
export function readUtf16(
  pdfium: Pdfium,
  write: (buffer: number, size: number) => number,
  limit = 8192,
): string {
  const size = write(0, 0);
  if (size <= 2 || size > limit) return "";
  const buffer = pdfium.malloc(size);
  write(buffer, size);
  const text = Buffer.from(pdfium.bytes().subarray(buffer, buffer + size - 2)).toString("utf16le");
  pdfium.free(buffer);
  return text.replaceAll("\0", "").trim();
}

/** The same for UTF-8. */
export function readUtf8(
  pdfium: Pdfium,
  write: (buffer: number, size: number) => number,
  limit = 8192,
): string {
  const size = write(0, 0);
  if (size <= 1 || size > limit) return "";
  const buffer = pdfium.malloc(size);
  write(buffer, size);
  const text = Buffer.from(pdfium.bytes().subarray(buffer, buffer + size - 1)).toString("utf8");
  pdfium.free(buffer);
  return text.trim();
}

/** Whether the page paints this character: PDFium adds line breaks, spaces and hyphens that it does not paint. */
export function isGlyph(pdfium: Pdfium, textPage: number, index: number): boolean {
  return (
    pdfium.FPDFText_GetTextObject(textPage, index) !== 0 && pdfium.FPDFText_IsHyphen(textPage, index) !== 1
  );
}
