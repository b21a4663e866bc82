import { createHash } from "node:crypto";
import { BlobDamagedError } from "../../ports/blob-store.ts";
import { openBytes } from "./open-bytes.ts";

/** Bytes read at a time. This reads fast, and hashing a piece takes less than a millisecond. */
export const pieceSize = 256 * 1024;

/**
 * Reads a file in pieces and checks it against the SHA-256 it was stored under. Throws BlobMissingError when there is
 * no such file. Throws BlobDamagedError after the last piece when the hash differs. Other failures of the disk are
 * thrown as they are.
 */
export async function* checkedBytes(path: string, contentHash: string): AsyncGenerator<Uint8Array> {
  const handle = await openBytes(path);
  try {
    const hash = createHash("sha256");
    for (;;) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(pieceSize));
      if (bytesRead === 0) break;
      const piece = buffer.subarray(0, bytesRead);
      hash.update(piece);
      yield piece;
    }
    if (hash.digest("hex") !== contentHash) {
      throw new BlobDamagedError(`The bytes ${path} are damaged: they are not those that were stored`);
    }
  } finally {
    await handle.close();
  }
}
