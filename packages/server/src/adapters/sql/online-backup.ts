import BetterSqlite from "better-sqlite3";
import type { DatabaseSnapshot } from "../../backup/backup-ports.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import { examineDatabase } from "./examine-database.ts";
import { openForReading, readBlobs, readStoreId } from "./open-for-reading.ts";

/** Pages copied before others get a turn: 16 MB. */
const pagesPerStep = 4_096;

/**
 * The database as it stands now, for as long as the snapshot is open. An open read transaction holds it: SQLite's online
 * backup would otherwise begin again with each write of the service, and never end beside a busy one.
 */
export const openDatabaseSnapshot = (path: string): DatabaseSnapshot => {
  const database = openForReading(path);
  try {
    database.exec("begin");
    const count = (table: string) => Number(database.prepare(`select count(*) from ${table}`).pluck().get());
    const pages = Number(database.pragma("page_count", { simple: true }));
    return {
      storeId: readStoreId(database),
      counts: {
        projects: count("projects"),
        sources: count("sources"),
        conversations: count("conversations"),
      },
      blobs: readBlobs(database),
      size: pages * Number(database.pragma("page_size", { simple: true })),
      async copyTo(target, onProgress) {
        await database.backup(target, {
          progress({ totalPages, remainingPages }) {
            onProgress(totalPages === 0 ? 0 : 1 - remainingPages / totalPages);
            return pagesPerStep;
          },
        });
        await finishCopy(target);
        onProgress(1);
      },
      close: () => void database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
};

/** One file without a write-ahead log beside it, so that looking at a backup leaves nothing in its folder. */
const finishCopy = async (path: string): Promise<void> => {
  const copy = new BetterSqlite(path);
  try {
    copy.pragma("journal_mode = DELETE");
  } finally {
    copy.close();
  }
  const first = (await examineDatabase(path, "quick")).find(({ blocks }) => blocks);
  if (first !== undefined) {
    throw new OperatorError(
      `The database is damaged, so it can't be backed up: ${first.what}. Look with 'headwater doctor'; restore an earlier backup with 'headwater restore'.`,
    );
  }
};
