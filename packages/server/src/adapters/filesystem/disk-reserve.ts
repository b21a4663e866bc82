import { randomBytes } from "node:crypto";
import { open, rm, stat } from "node:fs/promises";
import { codeOf } from "./folder-errors.ts";

/** Room that is taken on the disk while there is plenty, and given back when other programs have filled it. */
export type DiskReserve = {
  /** Bytes it takes. */
  size: number;
  /** Takes the room, unless it has it. */
  take(): Promise<void>;
  /** Gives the room back. */
  give(): Promise<void>;
};

/** Enough to delete a large document: what is deleted passes the database's log first. */
const maxBytes = 16 * 1024 * 1024;
const pieceBytes = 1024 * 1024;

/** A reserve in a file at this path, a part of the bytes that uploads leave free; none where they may use everything. */
export function createDiskReserve(path: string, reserveBytes: number): DiskReserve {
  const size = Math.min(maxBytes, Math.floor(reserveBytes / 16));
  const taken = async (): Promise<number> => {
    try {
      return (await stat(path)).size;
    } catch (error) {
      if (codeOf(error) === "ENOENT") return 0;
      throw error;
    }
  };
  const give = () => rm(path, { force: true });
  return {
    size,
    give,
    async take() {
      if ((await taken()) >= size) return;
      // Not zeros: some file systems take no room for these.
      const piece = randomBytes(Math.min(size, pieceBytes));
      const file = await open(path, "w", 0o600);
      try {
        for (let left = size; left > 0; left -= piece.length)
          await file.write(piece, 0, Math.min(left, piece.length));
      } finally {
        await file.close();
      }
    },
  };
}
