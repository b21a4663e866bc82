import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const prefix = "headwater-private-";
const abandonedMs = 24 * 60 * 60_000;

/**
 * Makes a folder for temporary files that only this user can enter (mkdtemp makes it 0700). The caller removes it. Those
 * that a loss of power has left behind are removed here, a day later.
 */
export async function createPrivateFolder(parent = tmpdir()): Promise<string> {
  await removeAbandoned(parent);
  return mkdtemp(join(parent, prefix));
}

async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(parent, name);
    // Another process may remove it at the same time, or it is another user's.
    const found = await stat(folder).catch(() => undefined);
    if (!found?.isDirectory() || found.uid !== process.getuid?.()) continue;
    if (Date.now() - found.mtimeMs > abandonedMs) await rm(folder, { recursive: true, force: true });
  }
}
