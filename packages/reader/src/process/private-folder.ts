import { chown, mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const prefix = "headwater-private-";
const abandonedMs = 24 * 60 * 60_000;

/**
 * Makes a folder for temporary files that only one user can enter (mkdtemp makes it 0700): `owner`, or without one the
 * user of this process. The caller removes it. Those that a loss of power has left behind are removed here, a day later.
 */
export async function createPrivateFolder({
  parent = tmpdir(),
  owner = null,
}: {
  parent?: string | undefined;
  owner?: number | null | undefined;
} = {}): Promise<string> {
  // What cleans temporary folders may have removed it since the service started.
  await mkdir(parent, { recursive: true });
  await removeAbandoned(parent, owner);
  const folder = await mkdtemp(join(parent, prefix));
  if (owner !== null) await chown(folder, owner, owner);
  return folder;
}

async function removeAbandoned(parent: string, owner: number | null): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(parent, name);
    // Another process may remove it at the same time, or it is another user's.
    const found = await stat(folder).catch(() => undefined);
    if (!found?.isDirectory() || ![process.getuid?.(), owner].includes(found.uid)) continue;
    if (Date.now() - found.mtimeMs > abandonedMs) await rm(folder, { recursive: true, force: true });
  }
}
