import type { ReadingLimits } from "../../limits.ts";
import { passwordProtected } from "../../package/compound-file.ts";
import { tooManyCells } from "./read-xlsx.ts";

/** Records that hold one value each, in any version of the format. */
const singleCells = new Set([
  0x02, 0x03, 0x04, 0x05, 0x06, 0x0203, 0x0204, 0x0205, 0x0206, 0x0406, 0x027e, 0x00fd, 0x00d6,
]);
const manyNumbers = 0xbd;
const filePass = 0x2f;
const theme = 0x896;
/** Where the version of a theme stands in its record, and the version that means Excel's own. */
const themeVersion = { offset: 16, own: 124_226 };

const beginning = 0x0809;
/**
 * Records that hold formulas (from Excel 5 on): where the size of the formula stands in each, and what to put there so that
 * none is read. 0xFFFF: the library skips the rest of the record.
 */
const formulas = new Map([
  [0x0006, { offset: 20, size: 0xffff }],
  [0x0221, { offset: 12, size: 0xffff }],
  [0x04bc, { offset: 8, size: 0 }],
  [0x0018, { offset: 4, size: 0 }],
]);

/**
 * Looks through the records of a binary workbook before it is read as a whole: too many cells and encryption are refused
 * here, where they cost nothing. A theme is marked as Excel's own: nobody reads its colours, and the library unpacks
 * damaged ones for ever. Formulas are hidden from it: the values beside them are what a reader sees, and a damaged
 * formula keeps the library in a circle.
 */
export function checkBiffRecords(stream: Uint8Array, { cells: maxCells }: ReadingLimits): void {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.length);
  const hidesFormulas = stream.length >= 2 && view.getUint16(0, true) === beginning;
  let cells = 0;
  for (let at = 0; at + 4 <= stream.length; ) {
    const kind = view.getUint16(at, true);
    const length = view.getUint16(at + 2, true);
    if (kind === filePass && length > 0) throw passwordProtected();
    if (kind === theme && at + themeVersion.offset + 4 <= stream.length)
      view.setUint32(at + themeVersion.offset, themeVersion.own, true);
    const formula = hidesFormulas ? formulas.get(kind) : undefined;
    if (formula && length >= formula.offset + 2 && at + 4 + formula.offset + 2 <= stream.length)
      view.setUint16(at + 4 + formula.offset, formula.size, true);
    if (singleCells.has(kind)) cells += 1;
    if (kind === manyNumbers) cells += Math.floor(length / 6);
    if (cells > maxCells) throw tooManyCells(maxCells);
    at += 4 + length;
  }
}
