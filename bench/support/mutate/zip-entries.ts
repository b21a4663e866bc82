import { inflateRawSync } from "node:zlib";
import type { ZipEntry } from "../../../packages/reader/testing/fixtures/zip.ts";

const maxEntryBytes = 64 * 1024 * 1024;

/** The entries of a sound zip file. Empty when its directory can't be followed. */
export function zipEntries(bytes: Uint8Array): ZipEntry[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = file.lastIndexOf("PK\u0005\u0006", undefined, "latin1");
  if (end < 0) return [];
  const entries: ZipEntry[] = [];
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((field) =>
      file.readUInt16LE(at + field),
    ) as [number, number, number];
    const stored = file.readUInt16LE(at + 10) === 0;
    const local = file.readUInt32LE(at + 42);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const packed = file.subarray(start, start + file.readUInt32LE(at + 20));
    const data = stored ? packed : inflateRawSync(packed, { maxOutputLength: maxEntryBytes });
    entries.push({ name: file.toString("utf8", at + 46, at + 46 + nameLength), data, stored });
    at += 46 + nameLength + extraLength + noteLength;
  }
  return entries;
}
