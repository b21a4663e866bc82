import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { openBackupTarget } from "../adapters/filesystem/backup-target.ts";
import { dataFolderPaths } from "../adapters/filesystem/data-folder.ts";
import { refuseFilesElsewhere } from "../adapters/filesystem/files-elsewhere.ts";
import type { Bucket } from "../adapters/s3/bucket.ts";
import { connectBucket } from "../adapters/s3/connect-bucket.ts";
import { explainDatabaseError } from "../adapters/sql/explain-database-error.ts";
import { openDatabaseSnapshot } from "../adapters/sql/online-backup.ts";
import { openReadableDatabase } from "../adapters/sql/readable-database.ts";
import type { BackupTarget, Progress } from "../backup/backup-ports.ts";
import { type BackupPlan, type BackupResult, planBackup, takeBackup } from "../backup/take-backup.ts";
import type { Settings } from "../config.ts";
import { systemClock } from "../kernel/clock.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import { version } from "../version.ts";
import { refuseDamage } from "./verify/refuse-damage.ts";
import { verifyFolder } from "./verify/verify-folder.ts";

export type PreparedBackup = {
  plan: BackupPlan;
  take(onProgress: Progress): Promise<BackupResult>;
  /** Removes what `take` has written so far. */
  abandon(): Promise<void>;
  /** To be called at the end, whatever came of it. */
  close(): Promise<void>;
};

/** Looks whether a backup of the data folder can be taken into a target. Throws OperatorError; writes nothing. */
export async function prepareBackup(
  { dataFolder, files }: Pick<Settings, "dataFolder" | "files">,
  targetPath: string,
): Promise<PreparedBackup> {
  const paths = dataFolderPaths(dataFolder);
  const { root, database } = paths;
  if (!existsSync(database))
    throw new OperatorError(`There is no database in ${root}. Set HEADWATER_DATA to the folder to back up.`);
  if (files === null) await refuseFilesElsewhere(root);
  const bucket = files && (await connectBucket(files.address, files));
  const folderTarget = await openBackupTarget(root, targetPath);
  const target = bucket ? { ...folderTarget, ...copyFromS3(bucket, folderTarget) } : folderTarget;
  // A copy of another store's database, or of half a schema, would pass for a backup until the day it is needed.
  const readable = await openReadableDatabase(database);
  const close = async () => {
    bucket?.close();
    await readable.close();
  };
  try {
    const { findings } = await verifyFolder(paths, {
      depth: "start",
      readFrom: readable.path,
      filesElsewhere: bucket !== null,
    });
    refuseDamage(root, findings);
    const openSnapshot = () => explainDatabaseError(database, () => openDatabaseSnapshot(readable.path));
    return {
      plan: await planBackup({ openSnapshot, target }),
      take: (onProgress) => takeBackup({ openSnapshot, target, clock: systemClock, version, onProgress }),
      async abandon() {
        await target.abandon();
        await close();
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A backup has the layout of a data folder: keys in the bucket are paths in it. */
const copyFromS3 = (bucket: Bucket, target: BackupTarget): Pick<BackupTarget, "copy"> => ({
  async copy(path) {
    if (!path.startsWith("files/")) return target.copy(path);
    const bytes = await bucket.get(path);
    return bytes && target.receive(path, (absolutePath) => writeFile(absolutePath, bytes, { flag: "wx" }));
  },
});
