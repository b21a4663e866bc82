import { statSync } from "node:fs";
import type { Kysely } from "kysely";
import { readShutdownState } from "../../adapters/filesystem/clean-shutdown.ts";
import { type DataFolderPaths, dataFolderPaths } from "../../adapters/filesystem/data-folder.ts";
import { readFilesElsewhere, refuseFilesElsewhere } from "../../adapters/filesystem/files-elsewhere.ts";
import { readBlobs } from "../../adapters/filesystem/filesystem-blob-store.ts";
import { folderInUse } from "../../adapters/filesystem/folder-lock.ts";
import { connectBucket } from "../../adapters/s3/connect-bucket.ts";
import { createS3BlobStore } from "../../adapters/s3/s3-blob-store.ts";
import { readS3StoreMark } from "../../adapters/s3/s3-store-mark.ts";
import { tablesState } from "../../adapters/sql/migrate.ts";
import { connectSqlite } from "../../adapters/sql/open-database.ts";
import { connectPostgres, explainPostgresError, placeOf } from "../../adapters/sql/open-postgres.ts";
import type { Database } from "../../adapters/sql/schema.ts";
import { readStoreId } from "../../adapters/sql/store-id.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import type { BlobStore, StagedFiles } from "../../ports/blob-store.ts";
import type { FilesSettings } from "../../usual-variables.ts";
import { renewMark } from "../administer.ts";
import { refuseSecondDatabase, requireItsFiles } from "../postgres-database.ts";
import { refuseDamage } from "../verify/refuse-damage.ts";
import { verifyFolder } from "../verify/verify-folder.ts";

/** Where a store is. Without `postgres` its database is in the data folder, without `files` its files are. */
export type StorePlace = { dataFolder: string; postgres: string | null; files: FilesSettings | null };

export type SourceDatabase = {
  /** Where it is, for people. */
  place: string;
  database: Kysely<Database>;
  /** Whether a service may be writing to it. */
  mayBeServed: boolean;
  close(): Promise<void>;
};

/** The store that is copied. A service may be running on it. */
export type MoveSource = SourceDatabase & {
  folder: DataFolderPaths;
  filesPlace: string;
  files: Pick<BlobStore, "readStream">;
};

/** Opens a store to be moved. Throws OperatorError where it can't be one; changes nothing. */
export async function openMoveSource(where: StorePlace): Promise<MoveSource> {
  const folder = dataFolderPaths(where.dataFolder);
  const opened = await openSourceDatabase(where);
  try {
    await requireCurrent(opened.database, opened.place);
    return { ...opened, folder, ...(await filesOf(where, folder, opened)) };
  } catch (error) {
    await opened.close();
    throw where.postgres === null ? error : explainPostgresError(error, where.postgres);
  }
}

/** Opens its database alone. */
export async function openSourceDatabase({ dataFolder, postgres }: StorePlace): Promise<SourceDatabase> {
  const folder = dataFolderPaths(dataFolder);
  if (postgres !== null) {
    refuseSecondDatabase(folder);
    const database = connectPostgres(postgres);
    return { place: placeOf(postgres), database, mayBeServed: true, close: () => database.destroy() };
  }
  const { root, database: path } = folder;
  if (!statSync(path, { throwIfNoEntry: false })?.size)
    throw new OperatorError(`There is no database in ${root}. Set HEADWATER_DATA.`);
  const before = await readShutdownState(root, path);
  const database = connectSqlite(path);
  return {
    place: `the data folder ${root}`,
    database,
    mayBeServed: folderInUse(root),
    async close() {
      await database.destroy();
      // What a stopped service left behind still shows what anything else has changed.
      if (before.kind === "clean") await renewMark(root, path);
    },
  };
}

/** Tables are copied as they are, into those that this version makes. */
async function requireCurrent(database: Kysely<Database>, place: string): Promise<void> {
  const state = await tablesState(database);
  if (state === "current") return;
  throw new OperatorError(
    {
      none: `There are no tables in ${place}: nothing was kept there yet.`,
      newer: `A newer Headwater made the tables in ${place}. Run the 'headwater move' of that version.`,
      older: `An earlier Headwater made the tables in ${place}. Start the service of this version on it first, which brings them up to date.`,
    }[state],
  );
}

/** The files of a database, proven to be its own. */
async function filesOf(
  { postgres, files }: StorePlace,
  folder: DataFolderPaths,
  opened: SourceDatabase,
): Promise<Pick<MoveSource, "filesPlace" | "files" | "close">> {
  // Beside a database in the folder, HEADWATER_FILES may as well be where the files are to go.
  const isElsewhere = postgres === null ? (await readFilesElsewhere(folder.root)) !== null : files !== null;
  if (postgres === null) {
    const { findings } = await verifyFolder(folder, { depth: "start", filesElsewhere: isElsewhere });
    refuseDamage(folder.root, findings);
  }
  if (!isElsewhere) {
    if (postgres !== null) await requireItsFiles(folder, postgres, opened.database);
    return { filesPlace: folder.files, files: readBlobs(folder.files), close: opened.close };
  }
  if (files === null) {
    await refuseFilesElsewhere(folder.root);
    throw new OperatorError(`The files of ${opened.place} are elsewhere: set HEADWATER_FILES.`);
  }
  const bucket = await connectBucket(files.address, files);
  const close = async () => {
    bucket.close();
    await opened.close();
  };
  if ((await readS3StoreMark(bucket, "files")) !== (await readStoreId(opened.database))) {
    bucket.close();
    throw new OperatorError(
      `The files in ${bucket.place} are not those of ${opened.place}. Change HEADWATER_FILES.`,
    );
  }
  return { filesPlace: bucket.place, files: createS3BlobStore(bucket, noStaging), close };
}

/** Files that are only read. */
const noStaging: StagedFiles = { pathOf: refuse, stage: refuse, discard: refuse };

function refuse(): never {
  throw new Error("These files are only read");
}
