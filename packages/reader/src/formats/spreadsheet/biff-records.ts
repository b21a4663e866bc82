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

/**
 * Looks through the records of a binary workbook before it is read as a whole: too many cells and encryption are refused
 * here, where they cost nothing. A theme is marked as Excel's own: nobody reads its colours, and the library unpacks
 * damaged ones for ever.
 */
export function checkBiffRecords(stream: Uint8Array, { cells: maxCells }: ReadingLimits): void {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.length);
  let cells = 0;
  for (let at = 0; at + 4 <= stream.length; ) {
    const kind = view.getUint16(at, true);
    const length = view.getUint16(at + 2, true);
    if (kind === filePass && length > 0) throw passwordProtected();
    if (kind === theme && at + themeVersion.offset + 4 <= stream.length)
      view.setUint32(at + themeVersion.offset, themeVersion.own, true);
    if (singleCells.has(kind)) cells += 1;
    if (kind === manyNumbers) cells += Math.floor(length / 6);
    if (cells > maxCells) throw tooManyCells(maxCells);
    at += 4 + length;
  }
}
