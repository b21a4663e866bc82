import { open, rm, rmdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { createPrivateFolder } from "./private-folder.ts";

/** A file for programs: `path` is what they open; `file` goes to them as descriptor 3, where the path needs it. */
export type BytesFile = { path: string; file?: number };

/**
 * Gives bytes to programs that have to move back and forth in them. On Linux the file loses its name before anything is
 * written, so that nothing is left however we end; elsewhere it has a name in a private folder until it was used.
 */
export async function withBytesAsFile<T>(
  bytes: Uint8Array,
  use: (file: BytesFile) => Promise<T>,
  {
    isLinux = process.platform === "linux",
    owner = null,
  }: {
    isLinux?: boolean;
    /** The user that the programs run as; null for the user of this process. */
    owner?: number | null | undefined;
  } = {},
): Promise<T> {
  const folder = await createPrivateFolder({ owner });
  try {
    const path = join(folder, "recording");
    const handle = await open(path, "wx+", 0o600);
    try {
      if (isLinux) {
        await unlink(path);
        await rmdir(folder);
      }
      await handle.writeFile(bytes);
      if (owner !== null) await handle.chown(owner, owner);
      // On Linux each opening of this path begins at the first byte; elsewhere all share one position.
      return await use(isLinux ? { path: "/dev/fd/3", file: handle.fd } : { path });
    } finally {
      await handle.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
