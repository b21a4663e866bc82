import { openBackupReader } from "../adapters/filesystem/backup-reader.ts";
import { dataFolderPaths } from "../adapters/filesystem/data-folder.ts";
import { openRestoreTarget } from "../adapters/filesystem/restore-target.ts";
import { countRows } from "../adapters/sql/count-rows.ts";
import { explainDatabaseError } from "../adapters/sql/explain-database-error.ts";
import { knownMigrations } from "../adapters/sql/migrate.ts";
import { openForReading, readUnknownMigrations } from "../adapters/sql/open-for-reading.ts";
import type { Progress } from "../backup/backup-ports.ts";
import {
  type CheckedBackup,
  checkBackup,
  refuseWithoutSpace,
  restoreBackup,
} from "../backup/restore-backup.ts";
import { systemClock } from "../kernel/clock.ts";
import { refuseDamage } from "./verify/refuse-damage.ts";
import { verifyFolder } from "./verify/verify-folder.ts";

export type PreparedRestore = { backup: CheckedBackup; run(onProgress: Progress): Promise<void> };

/** Checks a backup and the place it is to go to. Throws OperatorError; writes nothing. */
export async function prepareRestore(
  backupPath: string,
  dataFolder: string,
  onProgress: Progress,
): Promise<PreparedRestore> {
  const target = await openRestoreTarget(backupPath, dataFolderPaths(dataFolder).root, {
    clock: systemClock,
    countRows,
  });
  const backup = await checkBackup(openBackupReader(backupPath, unknownMigration), onProgress);
  const { findings } = await verifyFolder(dataFolderPaths(backupPath), { depth: "start", isBackup: true });
  refuseDamage(backupPath, findings);
  await refuseWithoutSpace(backup, target);
  return {
    backup,
    async run(onCopied) {
      try {
        await restoreBackup(backup, target, onCopied);
      } finally {
        target.close();
      }
    },
  };
}

const unknownMigration = (path: string): string | null =>
  explainDatabaseError(path, () => {
    const database = openForReading(path);
    try {
      return readUnknownMigrations(database, knownMigrations())[0] ?? null;
    } finally {
      database.close();
    }
  });
