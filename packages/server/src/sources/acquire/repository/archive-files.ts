import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { AcquireError } from "../acquire.ts";

/** A file in an archive; `read` is asked for before the next one comes, or not at all. */
export type ArchiveFile = { path: string; size: number; read: () => Promise<Uint8Array> };

/** Unpacked bytes that are walked through at the most: an archive of nothing unpacks without end. */
const maxUnpackedBytes = 4 * 1024 * 1024 * 1024;

/**
 * The files of a packed archive (tar.gz) in its order, their paths below its one folder. Links and devices are left out.
 * Nothing is written anywhere. Throws an Error for other bytes, or an archive that is cut short.
 */
export async function* archiveFiles(packed: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveFile> {
  const entries = extract();
  async function* counted(unpacked: AsyncIterable<Uint8Array>) {
    let bytes = 0;
    for await (const piece of unpacked) {
      bytes += piece.byteLength;
      if (bytes > maxUnpackedBytes)
        throw new AcquireError("The archive unpacks to more than 4 GB, which is more than is read.");
      yield piece;
    }
  }
  // The iteration below throws what the pipeline meets.
  const walked = pipeline(Readable.from(packed, { objectMode: false }), createGunzip(), counted, entries);
  walked.catch(() => {});
  for await (const entry of entries) {
    const { type, name, size = 0 } = entry.header;
    const path = name.split("/").slice(1).join("/");
    if (type === "file" && path !== "")
      yield {
        path,
        size,
        async read() {
          const pieces: Uint8Array[] = [];
          for await (const piece of entry) pieces.push(piece as Uint8Array);
          return Buffer.concat(pieces);
        },
      };
    entry.resume();
  }
  await walked;
}
