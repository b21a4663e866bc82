import { statfs } from "node:fs/promises";
import type { Timer } from "../../kernel/timer.ts";
import type { StorageSpace } from "../../ports/storage-space.ts";

export type StorageSpaceOptions = {
  folder: string;
  /** Bytes that uploads leave free; 0 takes everything. */
  reserveBytes: number;
  timer: Timer;
  /** Free bytes on the disk of the folder. */
  measure?: (folder: string) => Promise<number>;
};

/** Between two looks at the disk, in ms: builds and other programs fill it too. */
const measureEveryMs = 5_000;

/** The room on the disk of a folder, measured at once, every few seconds, and at each upload. */
export async function openStorageSpace(
  options: StorageSpaceOptions,
): Promise<StorageSpace & { close(): void }> {
  const { folder, reserveBytes, timer, measure = freeBytes } = options;
  let free = await measure(folder);
  let held = 0;
  const look = async () => {
    // A disk that can't be asked is not known to be full: writing to it will tell.
    free = await measure(folder).catch(() => free);
  };
  const cancel = timer.every(measureEveryMs, () => void look());
  return {
    isFull: () => free < reserveBytes,
    async hold(bytes) {
      await look();
      if (free - held - bytes < reserveBytes) return null;
      held += bytes;
      let given = false;
      return () => {
        if (!given) held -= bytes;
        given = true;
      };
    },
    close: cancel,
  };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
