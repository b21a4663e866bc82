import { readUtf16 } from "./page-characters.ts";
import type { Pdfium } from "./pdfium.ts";

const mirrored: Readonly<Record<string, string>> = {
  "(": ")",
  ")": "(",
  "[": "]",
  "]": "[",
  "{": "}",
  "}": "{",
  "<": ">",
  ">": "<",
  "«": "»",
  "»": "«",
};

const brackets: ReadonlySet<string> = new Set(Object.keys(mirrored));

export const isBracket = (text: string): boolean => brackets.has(text);

/**
 * A bracket that the page says in words of its own (`ActualText`), as browsers do where text runs from right to left.
 * PDFium mirrors it all the same, as it has to do with brackets that are only drawn.
 */
export function statedBracket(pdfium: Pdfium, object: number, text: string, scratch: number): string {
  const stated = actualText(pdfium, object, scratch);
  return stated !== "" && stated === mirrored[text] ? stated : text;
}

function actualText(pdfium: Pdfium, object: number, scratch: number): string {
  const count = pdfium.FPDFPageObj_CountMarks(object);
  const key = scratch + 32;
  pdfium.bytes().set(Buffer.from("ActualText\0"), key);
  for (let index = count - 1; index >= 0; index -= 1) {
    const mark = pdfium.FPDFPageObj_GetMark(object, index);
    const text = readUtf16(pdfium, (buffer, size) => {
      const written = pdfium.FPDFPageObjMark_GetParamStringValue(mark, key, buffer, size, scratch);
      return written === 0 ? 0 : (new DataView(pdfium.bytes().buffer).getUint32(scratch, true) ?? 0);
    });
    if (text !== "") return text;
  }
  return "";
}
