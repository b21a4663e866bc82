import type { Line } from "./line.ts";
import { rowsOfLines } from "./text-rows.ts";

const codeSign = /[{}();=<>[\]$#\\|]|\/\//;

/** Whether lines are a listing: all in a fixed-width font, most rows with the signs of code. Its comments may align. */
export function isListing(lines: readonly Line[]): boolean {
  if (lines.length < 2 || !lines.every((line) => line.monospaced)) return false;
  const rows = rowsOfLines(lines);
  const signed = rows.filter((row) => row.lines.some((line) => codeSign.test(line.text))).length;
  return rows.length >= 2 && signed >= 0.6 * rows.length;
}
