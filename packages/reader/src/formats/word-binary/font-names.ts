import type { Place } from "./file-information.ts";

/** Where the name of a font begins in its entry. */
const nameAt = 40;

/** The names of the document's fonts. Runs name a font by its index. */
export function readFontNames(table: DataView, { at, length }: Place): string[] {
  const names: string[] = [];
  const end = Math.min(at + length, table.byteLength);
  if (length < 4 || at + 4 > end) return names;
  const count = table.getUint16(at, true);
  let here = at + 4;
  for (let index = 0; index < count && here < end; index += 1) {
    const next = here + 1 + table.getUint8(here);
    if (next > end) break;
    const bytes = Math.max(next - here - nameAt, 0);
    const name = Buffer.from(table.buffer, table.byteOffset + here + nameAt, bytes - (bytes % 2));
    // Another name for programs without the font may follow.
    names.push(bytes > 0 ? (name.toString("utf16le").split("\0")[0] ?? "") : "");
    here = next;
  }
  return names;
}
