import { SSF } from "@e965/xlsx";
import { cleanText, collapseSpaces } from "../../markup/plain-text.ts";
import { xmlChildren } from "../../package/xml-tree.ts";

/** The code of a number format, or the number of a built-in one; 0 is "General". */
export type NumberFormat = string | number;

/** The number format of a cell's style. */
export type CellStyles = (style: string | undefined) => NumberFormat;

/** Reads the number formats of `styles.xml`. */
export function readCellStyles(bytes: Uint8Array | undefined): CellStyles {
  const styles: NumberFormat[] = [];
  const formats = new Map<string, string>();
  for (const part of xmlChildren(bytes, "x:styleSheet")) {
    if (part.name === "x:numFmts")
      for (const { attributes } of part.children)
        formats.set(attributes.numFmtId ?? "", attributes.formatCode ?? "General");
    if (part.name === "x:cellXfs")
      for (const { attributes } of part.children) {
        const id = attributes.numFmtId ?? "0";
        styles.push(formats.get(id) ?? (Number(id) || 0));
      }
  }
  return (style) => styles[Number(style ?? 0)] ?? 0;
}

/** A value as its cell shows it: "1,250.00 €", "12%", "3/1/2024". Text may have a format, too. */
export function shownValue(value: number | string, format: NumberFormat, date1904: boolean): string {
  if (format === 0 || format === "General") {
    if (typeof value === "string") return tidy(value);
    if (Number.isSafeInteger(value) && Math.abs(value) < 1e11) return String(value);
  }
  if (typeof value === "string" && (typeof format === "number" || !/[@;]/.test(format))) return tidy(value);
  try {
    return tidy(SSF.format(format, value, { date1904 }));
  } catch {
    // A format that no program understands shows the bare value.
    return tidy(String(value));
  }
}

const tidy = (text: string): string => collapseSpaces(cleanText(text));
