import type { NumberFormat } from "../../ooxml/number-format.ts";
import { xmlChildren } from "../../package/xml-tree.ts";

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
