import type { ReadingLimits } from "../../limits.ts";
import { passwordProtected } from "../../package/compound-file.ts";
import { damagedWorkbook } from "./damaged-workbook.ts";
import { tooManyCells } from "./read-xlsx.ts";

/** Records that hold one value each, in any version of the format. */
const singleCells = new Set([
  0x02, 0x03, 0x04, 0x05, 0x06, 0x0203, 0x0204, 0x0205, 0x0206, 0x0406, 0x027e, 0x00fd, 0x00d6,
]);
const manyNumbers = 0xbd;
const filePass = 0x2f;
const theme = 0x896;
/** Where the version of a theme is in its record, and the version that means Excel's own. */
const themeVersion = { offset: 16, own: 124_226 };

/** Beginnings of a workbook or sheet, with the version of the format that each implies. 0x0809 names it in its record. */
const beginnings = new Map([
  [0x0009, 2],
  [0x0209, 3],
  [0x0409, 4],
  [0x0809, undefined],
]);
const versions = new Map([
  [0x0002, 2],
  [0x0007, 2],
  [0x0200, 2],
  [0x0300, 3],
  [0x0400, 4],
  [0x0500, 5],
]);
const newestVersion = 8;

/** Cells whose value is calculated. Each holds its value too, and that is what a reader sees. */
const calculatedCells = new Set([0x0006, 0x0206, 0x0406]);
/** Formulas without a value: of areas, shared ones, names here and in other workbooks. */
const formulasOnly = new Set([0x0018, 0x0218, 0x0021, 0x0221, 0x04bc, 0x0023, 0x0223]);
/** A kind that does not exist. The library skips such a record. */
const unknownKind = 0xfffe;
const numberCell = 0x0203;
/** Bytes of a cell with its number. */
const numberCellSize = 14;
/** The library skips the rest of a record whose formula has this size. */
const hiddenSize = 0xffff;

/**
 * Looks through the records of a binary workbook before it is read as a whole: too many cells and encryption are refused
 * here, where they cost nothing. A theme is marked as Excel's own: its colours are not needed, and the library unpacks
 * damaged ones for ever. Formulas are hidden from it: they are not needed either, and a damaged one keeps the library in
 * an endless loop.
 *
 * @throws ParseError also when a calculated cell ends before its value
 */
export function checkBiffRecords(stream: Uint8Array, { cells: maxCells }: ReadingLimits): void {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.length);
  let version = newestVersion;
  let cells = 0;
  for (let at = 0; at + 4 <= stream.length; ) {
    const kind = view.getUint16(at, true);
    const length = view.getUint16(at + 2, true);
    if (kind === filePass && length > 0) throw passwordProtected();
    if (kind === theme && at + themeVersion.offset + 4 <= stream.length)
      view.setUint32(at + themeVersion.offset, themeVersion.own, true);
    // As the library does, which takes the first version that is older than the newest.
    if (version === newestVersion && beginnings.has(kind)) version = versionOf(view, at);
    if (formulasOnly.has(kind)) view.setUint16(at, unknownKind, true);
    if (calculatedCells.has(kind)) hideFormula(view, at, version);
    if (singleCells.has(kind)) cells += 1;
    if (kind === manyNumbers) cells += Math.floor(length / 6);
    if (cells > maxCells) throw tooManyCells(maxCells);
    at += 4 + length;
  }
}

/** The version that the beginning at this place says. */
function versionOf(view: DataView, at: number): number {
  const implied = beginnings.get(view.getUint16(at, true));
  if (implied !== undefined) return implied;
  if (at + 8 > view.byteLength) return newestVersion;
  const [named, content] = [view.getUint16(at + 4, true), view.getUint16(at + 6, true)];
  // Some writers name no version. The library then goes by the content.
  if (named === 0 && content === 0x1000) return 5;
  if (named === 0 && content === 0x10) return 2;
  return versions.get(named) ?? newestVersion;
}

/** Hides the formula of a calculated cell, and leaves its value. */
function hideFormula(view: DataView, at: number, version: number): void {
  const length = Math.min(view.getUint16(at + 2, true), view.byteLength - at - 4);
  const [sizeAt, sizeBytes] = version === 2 ? [16, 1] : [version < 5 ? 16 : 20, 2];
  if (length >= sizeAt + sizeBytes) {
    if (version === 2) view.setUint8(at + 4 + sizeAt, 0);
    else view.setUint16(at + 4 + sizeAt, hiddenSize, true);
    return;
  }
  // Without a formula the record is damaged. Its value is complete when it is a number.
  const isNumber =
    version > 2 && length >= numberCellSize && view.getUint16(at + 4 + numberCellSize - 2, true) !== 0xffff;
  if (!isNumber) throw damagedWorkbook();
  view.setUint16(at, numberCell, true);
}
