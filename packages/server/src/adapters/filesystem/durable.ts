/** Writes so that a power cut leaves either the old state or the new one. */
import { open, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** Makes creations, moves and removals in a folder survive a power cut. */
export const syncFolder = async (folder: string): Promise<void> => {
  // Windows cannot sync a folder.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Replaces a small file completely, with mode 0600. */
export const writeDurably = async (path: string, text: string): Promise<void> => {
  const beside = `${path}.new`;
  const handle = await open(beside, "w", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(beside, path);
  await syncFolder(dirname(path));
};

/** The same without waiting for the disk. A power cut may lose the last writes. */
export const writeAsAWhole = async (path: string, text: string): Promise<void> => {
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await rename(`${path}.new`, path);
};
