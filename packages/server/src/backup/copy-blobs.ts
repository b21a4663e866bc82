import { forEachParallel } from "../kernel/for-each-parallel.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import type { DatabaseSnapshot, FileStamp, FilledFolder, Progress } from "./backup-ports.ts";
import { blobPath } from "./stored-paths.ts";

/** Files copied at a time: each waits for the disk twice. */
const copiesAtOnce = 6;

/** The most files copied while a snapshot is held: the service's write-ahead log grows as long as one is. */
const maxUnderSnapshot = 64;

/** A blob gone in so many snapshots in a row that name it was not deleted meanwhile: the store has lost it. */
const roundsUntilMissing = 3;

const maxRounds = 500;

export type CopiedBlobs = {
  /** Open still: the database as it stood when each of its blobs had been copied, or found missing. */
  snapshot: DatabaseSnapshot;
  stamps: Map<string, FileStamp>;
  missing: Set<string>;
};

/**
 * Copies blobs until there is a snapshot whose blobs are all copied. The running service may delete meanwhile: no blob
 * needs to be held for us, since one that goes before it is copied only asks for another snapshot, in which its
 * sources are gone too. What a later snapshot no longer names is removed from the copy again.
 */
export async function copyBlobs(
  openSnapshot: () => DatabaseSnapshot,
  target: FilledFolder,
  onProgress: Progress,
): Promise<CopiedBlobs> {
  const stamps = new Map<string, FileStamp>();
  const missing = new Set<string>();
  const rounds = new Map<string, number>();

  /** Answers whether all are accounted for. */
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
