import { statfs } from "node:fs/promises";
import type { Timer } from "../../kernel/timer.ts";
import type { StorageSpace } from "../../ports/storage-space.ts";

export type StorageSpaceOptions = {
  folder: string;
  /** Bytes that uploads must leave free; 0 allows them to use everything. */
  reserveBytes: number;
  timer: Timer;
  /** Free bytes on the disk of the folder. */
  measure?: (folder: string) => Promise<number>;
};

/** Interval of the measurements in ms. Builds and other programs fill the disk too. */
const measureEveryMs = 5_000;

/** Measures the free space on the disk of a folder: at once, every few seconds, and at each upload. */
export async function openStorageSpace(
  options: StorageSpaceOptions,
): Promise<StorageSpace & { close(): void }> {
  const { folder, reserveBytes, timer, measure = freeBytes } = options;
  let free = await measure(folder);
  let held = 0;
  const look = async () => {
    // A disk that cannot be measured is not known to be full. Writing to it will show.
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
