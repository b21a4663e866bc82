import { statfs } from "node:fs/promises";
import type { Timer } from "../../kernel/timer.ts";
import type { StorageSpace } from "../../ports/storage-space.ts";
import type { DiskReserve } from "./disk-reserve.ts";

export type StorageSpaceOptions = {
  folder: string;
  /** Bytes that uploads must leave free; 0 allows them to use everything. */
  reserveBytes: number;
  /** What of it is really taken, so that deleting and asking go on when other programs fill the disk to the last byte. */
  reserve: DiskReserve;
  timer: Timer;
  /** Free bytes on the disk of the folder. */
  measure?: (folder: string) => Promise<number>;
};

/** Interval of the measurements in ms. Builds and other programs fill the disk too. */
const measureEveryMs = 5_000;

/** With so many bytes more than an upload needs, it relies on the latest measurement: one takes 4 % of its time. */
const plentyBytes = 1_000_000_000;

/**
 * Measures the free space on the disk of a folder: at once, every few seconds, and at each upload unless there is plenty. Gives the reserve
 * back when there is none.
 */
export async function openStorageSpace(
  options: StorageSpaceOptions,
): Promise<StorageSpace & { close(): void }> {
  const { folder, reserveBytes, reserve, timer, measure = freeBytes } = options;
  let free = await measure(folder);
  let held = 0;
  const keepReserve = async () => {
    if (free < reserve.size / 2) await reserve.give();
    else if (free - held - reserve.size >= reserveBytes) await reserve.take();
  };
  const look = async () => {
    // A disk that cannot be measured is not known to be full. Writing to it will show.
    free = await measure(folder).catch(() => free);
    // Without a reserve the service works as well, until the disk is full.
    await keepReserve().catch(() => {});
  };
  await look();
  const cancel = timer.every(measureEveryMs, () => void look());
  return {
    isFull: () => free < reserveBytes,
    async hold(bytes) {
      if (free - held - bytes < reserveBytes + plentyBytes) await look();
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
