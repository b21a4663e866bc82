import { execFile } from "node:child_process";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** A small disk, which can be filled. */
export type Volume = {
  /** Takes all that is free, until `free`. */
  fill(): Promise<void>;
  free(): Promise<void>;
  /** What lies on it is gone then. */
  close(): Promise<void>;
};

const megabytes = 160;

/** Gives a folder a disk of its own, in memory. Null where this user may not do that. */
export async function openVolume(folder: string): Promise<Volume | null> {
  const run = promisify(execFile);
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "headwater-fleet", folder]);
  } catch {
    return null;
  }
  const filler = join(folder, "filler");
  const free = () => rm(filler, { force: true });
  return {
    async fill() {
      const file = await open(filler, "w");
      try {
        // No smaller than a page of its own: others give room back meanwhile, and this has to end.
        for (let size = 1024 * 1024; size >= 4096; size /= 16)
          while (await isWritten(file.write(Buffer.alloc(size))));
      } finally {
        await file.close();
      }
    },
    free,
    async close() {
      await free();
      await run("umount", ["--lazy", folder]);
    },
  };
}

/** False where there is no room any more. */
const isWritten = (writing: Promise<unknown>): Promise<boolean> =>
  writing.then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOSPC") return false;
      throw error;
    },
  );
