import { forEachParallel } from "../kernel/for-each-parallel.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import type { DatabaseSnapshot, FileStamp, FilledFolder, Progress } from "./backup-ports.ts";
import { blobPath } from "./stored-paths.ts";

/** Number of files copied at the same time. Each copy waits for the disk twice. */
const copiesAtOnce = 6;

/** Maximum files copied while one snapshot is open. The service's write-ahead log grows while a snapshot is open. */
const maxUnderSnapshot = 64;

/**
 * When a blob is missing although this many snapshots in a row name it, it was not deleted meanwhile: the store has
 * lost it.
 */
const roundsUntilMissing = 3;

const maxRounds = 500;

export type CopiedBlobs = {
  /** Still open. It shows the database at the time when each of its blobs had been copied or found missing. */
  snapshot: DatabaseSnapshot;
  stamps: Map<string, FileStamp>;
  missing: Set<string>;
};

/**
 * Copies blobs until all blobs of one snapshot are copied. The running service may delete blobs meanwhile, so nothing
 * is locked. A blob that is deleted before it is copied only requires another snapshot, in which its sources are gone
 * too. Blobs that the last snapshot does not name are removed from the copy again.
 */
export async function copyBlobs(
  openSnapshot: () => DatabaseSnapshot,
  target: FilledFolder,
  onProgress: Progress,
): Promise<CopiedBlobs> {
  const stamps = new Map<string, FileStamp>();
  const missing = new Set<string>();
  const rounds = new Map<string, number>();

  /** Returns whether every blob was copied or found missing. */
  const copy = async (paths: string[]): Promise<boolean> => {
    let gone = 0;
    const total = stamps.size + paths.length;
    await forEachParallel(paths, copiesAtOnce, async (path) => {
      const stamp = await target.copy(path);
      if (stamp) {
        stamps.set(path, stamp);
        onProgress("files", stamps.size, total);
        return;
      }
      const round = (rounds.get(path) ?? 0) + 1;
      rounds.set(path, round);
      if (round === roundsUntilMissing) missing.add(path);
      else gone += 1;
    });
    return gone === 0;
  };

  for (let round = 0; round < maxRounds; round += 1) {
    const snapshot = openSnapshot();
    try {
      const named = new Set(snapshot.blobs.map(blobPath));
      const wanted = [...named].filter((path) => !stamps.has(path) && !missing.has(path));
      const many = wanted.length > maxUnderSnapshot;
      if (many) snapshot.close();
      const complete = await copy(wanted);
      if (many || !complete) {
        if (!many) snapshot.close();
        continue;
      }
      for (const path of [...stamps.keys()].filter((path) => !named.has(path))) {
        await target.remove(path);
        stamps.delete(path);
      }
      return { snapshot, stamps, missing: new Set([...missing].filter((path) => named.has(path))) };
    } catch (error) {
      snapshot.close();
      throw error;
    }
  }
  throw new OperatorError(
    "Files are deleted faster than they can be copied. Back up when fewer are deleted, or to a faster disk.",
  );
}
