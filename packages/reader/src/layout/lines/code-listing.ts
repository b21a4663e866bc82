import type { Line } from "../page/line.ts";
import { rowsOfLines } from "./text-rows.ts";

const codeSign = /[{}();=<>[\]$#\\|]|\/\//;

const number = /^[-+]?[\d.,]+%?$/;

/**
 * Whether lines are a listing: all in a fixed-width font, most rows with the signs of code. Its comments may align.
 * Where fixed-width type is for code, the signs are not needed, but columns of numbers are a table all the same.
 */
export function isListing(lines: readonly Line[], fixedWidthIsCode = false): boolean {
  if (lines.length < 2 || !lines.every((line) => line.monospaced)) return false;
  const rows = rowsOfLines(lines);
  const signed = rows.filter((row) => row.lines.some((line) => codeSign.test(line.text))).length;
  if (fixedWidthIsCode && rows.length >= 3)
    return lines.filter((line) => number.test(line.text)).length < 0.2 * lines.length;
  return rows.length >= 2 && signed >= 0.6 * rows.length;
}
