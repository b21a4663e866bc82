import type { ByteRange } from "../ports/blob-store.ts";

const oneRange = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/i;

/**
 * What a `Range` header asks for (RFC 9110, 14.1.2): a part that lies within the size, or `unsatisfiable`. Null for the
 * whole: without the header, and for several ranges, other units and nonsense, which a server may ignore.
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  const [matched, from = "", to = "", suffix = ""] = oneRange.exec(header?.trim() ?? "") ?? [];
  if (matched === undefined) return null;
  const last = size - 1;
  if (suffix !== "") {
    const length = Math.min(Number(suffix), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: last };
  }
  const start = Number(from);
  const end = to === "" ? Number.POSITIVE_INFINITY : Number(to);
  if (end < start) return null;
  return start > last ? "unsatisfiable" : { start, end: Math.min(end, last) };
}
