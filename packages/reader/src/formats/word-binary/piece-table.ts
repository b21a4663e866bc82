import iconv from "iconv-lite";
import { damagedDocument, type FileInformation, positionsOf } from "./file-information.ts";

/** A stretch of text: its first and last character, and where these lie in the file. */
export type Piece = { start: number; end: number; offset: number; width: 1 | 2 };

export type DocumentText = {
  text: string;
  pieces: Piece[];
  /** The byte of the file where a character lies. */
  offsetOf(position: number): number;
};

const compressed = 0x4000_0000;

/** Puts the text together from its pieces, which a quick save leaves all over the file. */
export function readText({ main, table, pieces: place }: FileInformation): DocumentText {
  const found = findPieceTable(table, place);
  const positions = positionsOf(table, found, 8);
  const pieces: Piece[] = [];
  let text = "";
  for (let index = 0; index + 1 < positions.length; index += 1) {
    const start = positions[index] ?? 0;
    const length = (positions[index + 1] ?? 0) - start;
    const entry = found.at + positions.length * 4 + index * 8;
    const stored = table.getUint32(entry + 2, true);
    const width = stored & compressed ? 1 : 2;
    const offset = width === 1 ? (stored & ~compressed) >>> 1 : stored;
    // No honest file has more text than bytes: pieces may not share them without end.
    if (start !== text.length || length < 0 || text.length + length > main.byteLength)
      throw damagedDocument();
    if (offset + length * width > main.byteLength) throw damagedDocument();
    const bytes = Buffer.from(main.buffer, main.byteOffset + offset, length * width);
    text += width === 1 ? iconv.decode(bytes, "windows-1252") : bytes.toString("utf16le");
    pieces.push({ start, end: start + length, offset, width });
  }
  if (pieces.length === 0) throw damagedDocument();
  return {
    text,
    pieces,
    offsetOf(position) {
      const piece = pieces[lastAtMost(pieces, position, ({ start }) => start)];
      return piece ? piece.offset + (position - piece.start) * piece.width : 0;
    },
  };
}

/** The piece table is behind property lists of any number. */
function findPieceTable(table: DataView, { at, length }: { at: number; length: number }) {
  let here = at;
  const end = Math.min(at + length, table.byteLength);
  while (here + 5 <= end) {
    const kind = table.getUint8(here);
    if (kind === 2) return { at: here + 5, length: table.getUint32(here + 1, true) };
    if (kind !== 1) break;
    here += 3 + table.getUint16(here + 1, true);
  }
  throw damagedDocument();
}

/** Index of the last entry whose key is at most the value; -1 when there is none. The keys grow. */
export function lastAtMost<T>(entries: readonly T[], value: number, key: (entry: T) => number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = entries[middle];
    if (entry !== undefined && key(entry) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
