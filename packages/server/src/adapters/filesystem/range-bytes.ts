import { BlobDamagedError, type ByteRange } from "../../ports/blob-store.ts";
import { pieceSize } from "./checked-bytes.ts";
import { openBytes } from "./open-bytes.ts";

/** Reads a part of a file in pieces. Throws BlobDamagedError when the file ends before the range does. */
export async function* rangeBytes(path: string, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  const handle = await openBytes(path);
  try {
    for (let position = start; position <= end; ) {
      const wanted = Math.min(pieceSize, end + 1 - position);
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, position);
      if (bytesRead === 0)
        throw new BlobDamagedError(`The bytes ${path} are damaged: they end at ${position}`);
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
