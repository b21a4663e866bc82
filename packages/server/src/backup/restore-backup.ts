import { forEachParallel } from "../kernel/for-each-parallel.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import type { BackupReader, FileStamp, Progress, RestoreTarget } from "./backup-ports.ts";
import { type BackupEntry, type BackupManifest, parseManifest } from "./manifest.ts";
import { inWords, withReserve } from "./sizes.ts";
import { manifestName } from "./stored-paths.ts";

const filesAtOnce = 6;

export type CheckedBackup = {
  manifest: BackupManifest;
  bytes: number;
  /** Files in the folder that the manifest does not name; they are not restored. */
  extra: string[];
};

/** Reads every byte of a backup. Throws OperatorError when anything differs from what its manifest says. */
export async function checkBackup(backup: BackupReader, onProgress: Progress): Promise<CheckedBackup> {
  const text = await backup.manifest();
  if (text === null) {
    throw new OperatorError(
      `There is no ${manifestName} in that folder: it holds no backup, or one that was not finished. Name a finished backup.`,
    );
  }
  const manifest = parseManifest(text);
  let checked = 0;
  await forEachParallel(manifest.files, filesAtOnce, async (entry) => {
    refuseDifferent(entry, await backup.stamp(entry.path));
    checked += 1;
    onProgress("checking", checked, manifest.files.length);
  });
  const unknown = await backup.unknownMigration();
  if (unknown !== null) {
    throw new OperatorError(
      `The backup was made by a newer Headwater (migration ${unknown}). Restore it with that version.`,
    );
  }
  const named = new Set([manifestName, ...manifest.files.map(({ path }) => path)]);
  const extra = (await backup.list()).filter((path) => !named.has(path));
  return { manifest, bytes: manifest.files.reduce((sum, { size }) => sum + size, 0), extra };
}

/** Throws OperatorError when there is not enough free space to restore. */
export async function refuseWithoutSpace(
  { bytes }: CheckedBackup,
  target: Pick<RestoreTarget, "freeBytes">,
): Promise<void> {
  const needed = withReserve(bytes);
  const free = await target.freeBytes();
  if (free >= needed) return;
  throw new OperatorError(
    `The restored folder needs ${inWords(needed)} and its disk has ${inWords(free)} free. Make room, or set HEADWATER_DATA to a folder on another disk.`,
  );
}

/** Copies a checked backup; each file is hashed once more as it is written. */
export async function restoreBackup(
  { manifest }: CheckedBackup,
  target: RestoreTarget,
  onProgress: Progress,
): Promise<void> {
  await target.begin();
  let copied = 0;
  await forEachParallel(manifest.files, filesAtOnce, async (entry) => {
    refuseDifferent(entry, await target.copy(entry.path));
    copied += 1;
    onProgress("files", copied, manifest.files.length);
  });
  await target.finish();
}

function refuseDifferent({ path, size, sha256 }: BackupEntry, found: FileStamp | null): void {
  const what =
    found === null
      ? "is missing"
      : found.size !== size
        ? `has ${found.size} bytes instead of ${size}`
        : found.sha256 !== sha256
          ? "has other bytes than when it was made"
          : null;
  if (what !== null)
    throw new OperatorError(
      `The backup is damaged: ${path} ${what}. Nothing was restored; use another backup.`,
    );
}
