import type { Clock } from "../kernel/clock.ts";
import { forEachParallel } from "../kernel/for-each-parallel.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import type { BackupTarget, DatabaseSnapshot, FileStamp, Progress, StoreCounts } from "./backup-ports.ts";
import { copyBlobs } from "./copy-blobs.ts";
import { type BackupProblem, manifestText } from "./manifest.ts";
import { inWords, withReserve } from "./sizes.ts";
import { databasePath, sidecarPath, smallFiles } from "./stored-paths.ts";

/** Approximate size of a sidecar. */
const sidecarBytes = 4_096;

export type BackupPlan = { files: number; bytes: number; freeBytes: number; neededBytes: number };

export type BackupResult = {
  counts: StoreCounts;
  /** Number of files of the store, and all written bytes. */
  blobs: number;
  bytes: number;
  problems: BackupProblem[];
};

/** What a backup would copy now. Throws OperatorError when there is not enough free space. */
export async function planBackup(deps: {
  openSnapshot: () => DatabaseSnapshot;
  target: Pick<BackupTarget, "freeBytes">;
}): Promise<BackupPlan> {
  const snapshot = deps.openSnapshot();
  const { blobs, size } = snapshot;
  snapshot.close();
  const bytes = blobs.reduce((sum, blob) => sum + (blob.size ?? 0), size);
  const neededBytes = withReserve(bytes + blobs.length * sidecarBytes);
  const freeBytes = await deps.target.freeBytes();
  if (freeBytes < neededBytes) {
    throw new OperatorError(
      `The backup needs ${inWords(neededBytes)} and its disk has ${inWords(freeBytes)} free. Make room, or name a folder on another disk.`,
    );
  }
  return { files: blobs.length, bytes, freeBytes, neededBytes };
}

/**
 * Copies a store as it is at one moment, also while it is in use. The files come first, then the database that names
 * them, then the manifest. The search index is left out, because the service rebuilds it from the database.
 */
export async function takeBackup(deps: {
  openSnapshot: () => DatabaseSnapshot;
  target: BackupTarget;
  clock: Clock;
  /** The version of this Headwater. */
  version: string;
  onProgress: Progress;
}): Promise<BackupResult> {
  const { target, onProgress } = deps;
  await target.begin();
  const { snapshot, stamps, missing } = await copyBlobs(deps.openSnapshot, target, onProgress);
  try {
    const small = new Map<string, FileStamp>();
    await forEachParallel([...smallFiles, ...snapshot.blobs.map(sidecarPath)], 6, async (path) => {
      const stamp = await target.copy(path);
      if (stamp) small.set(path, stamp);
    });
    const database = await target.receive(databasePath, (path) =>
      snapshot.copyTo(path, (share) => onProgress("database", share, 1)),
    );
    const files = [[databasePath, database] as const, ...small, ...stamps].map(([path, stamp]) => ({
      path,
      ...stamp,
    }));
    const problems = problemsOf(stamps, missing);
    const bytes = files.reduce((sum, file) => sum + file.size, 0);
    const counts = { ...snapshot.counts, blobs: stamps.size, bytes };
    await target.finish(
      manifestText({
        headwater: deps.version,
        store: snapshot.storeId,
        created: deps.clock.now().toISOString(),
        counts,
        problems,
        files,
      }),
    );
    return { counts: snapshot.counts, blobs: stamps.size, bytes, problems };
  } finally {
    snapshot.close();
  }
}

/** A blob's name is the hash of the upload, so its bytes show whether they are unchanged. */
const problemsOf = (stamps: Map<string, FileStamp>, missing: Set<string>): BackupProblem[] => [
  ...[...missing].map((path) => ({ path, problem: "missing" as const })),
  ...[...stamps]
    .filter(([path, { sha256 }]) => !path.endsWith(sha256))
    .map(([path]) => ({ path, problem: "damaged" as const })),
];
