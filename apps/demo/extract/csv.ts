import { isStated, valueAt } from "./cells.ts";
import type { Column } from "./columns.ts";

/**
 * Writes rows as CSV (RFC 4180, CRLF); the first column is the name of the source. Lists are joined by "; ", lists of
 * objects are JSON. Text that a spreadsheet would run as a formula gets an apostrophe before it. Numbers stay numbers.
 */
export function toCsv(
  columns: readonly Column[],
  rows: readonly { fileName: string; output?: unknown }[],
): string {
  const lines = [
    ["Source", ...columns.map(({ label }) => label)],
    ...rows.map(({ fileName, output }) => [fileName, ...columns.map(({ keys }) => valueAt(output, keys))]),
  ];
  return lines.map((line) => `${line.map(csvField).join(",")}\r\n`).join("");
}

/**
 * The beginnings of formulas in spreadsheets, also after a space, and in the wide characters that some read as ASCII.
 */
const formula = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

export function csvField(value: unknown): string {
  const text = asText(value);
  const safe = typeof value !== "number" && formula.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function asText(value: unknown): string {
  if (!isStated(value)) return "";
  if (Array.isArray(value) && value.every((each) => typeof each !== "object" || each === null))
    return value.filter(isStated).map(String).join("; ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
