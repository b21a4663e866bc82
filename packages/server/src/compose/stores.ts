import type { FastifyBaseLogger } from "fastify";
import { type DataFolder, openDataFolder } from "../adapters/filesystem/data-folder.ts";
import { createDiskReserve } from "../adapters/filesystem/disk-reserve.ts";
import { refuseFilesElsewhere } from "../adapters/filesystem/files-elsewhere.ts";
import { createFilesystemDownloads } from "../adapters/filesystem/filesystem-downloads.ts";
import { refuseUnusableFolder } from "../adapters/filesystem/restore-target.ts";
import { openStorageSpace } from "../adapters/filesystem/storage-space.ts";
import { createStores, type Stores } from "../adapters/sql/create-stores.ts";
import type { DatabaseAddress } from "../adapters/sql/database-address.ts";
import { readStoreId } from "../adapters/sql/store-id.ts";
import type { Settings } from "../config.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Timer } from "../kernel/timer.ts";
import type { KeptDownloads } from "../ports/kept-downloads.ts";
import type { StorageSpace } from "../ports/storage-space.ts";
import { beginRun } from "./begin-run.ts";
import type { Closing } from "./closing.ts";
import { openEmbeddedDatabase } from "./embedded-database.ts";
import { openFolderFiles } from "./folder-files.ts";
import { type MoveWatch, refuseMovedStore, watchMove } from "./move/watch-move.ts";
import type { OpenDatabase } from "./open-database.ts";
import type { OpenFiles } from "./open-files.ts";
import type { Processes } from "./processes.ts";
import { connectS3Files, openS3Files } from "./s3-files.ts";

/** Where everything is kept: the data folder, the database and the files in it or elsewhere. */
export type OpenStores = OpenFiles & {
  folder: DataFolder;
  /** Where threads find the database, too. */
  database: DatabaseAddress;
  /** This thread's connection. */
  connection: OpenDatabase["database"];
  databaseDescription: OpenDatabase["description"];
  databasePlace: OpenDatabase["place"];
  stores: Stores;
  storeId: string;
  storage: StorageSpace;
  downloads: KeptDownloads;
  erase: OpenDatabase["erase"];
  move: MoveWatch;
};

/** Takes the data folder and opens what is in it, once it is proven to be whole. Throws OperatorError. */
export async function openStores(
  settings: Settings,
  processes: Processes,
  {
    logger,
    clock,
    timer,
    closing,
  }: { logger: FastifyBaseLogger; clock: Clock; timer: Timer; closing: Closing },
): Promise<OpenStores> {
  refuseUnusableFolder(settings.dataFolder);
  const isShared = processes.signals !== null;
  const folder = await openDataFolder(settings.dataFolder, { isShared });
  closing.push(() => folder.close());
  const { postgres, postgresDirect } = settings;
  if (settings.files === null) await refuseFilesElsewhere(folder.root);
  const embedded = postgres === null;
  const bucket = settings.files && (await connectS3Files(settings.files, folder, { embedded, closing }));
  const filesElsewhere = bucket !== null;
  let openDatabase: () => Promise<OpenDatabase>;
  if (postgres === null) {
    const run = await beginRun(folder, { clock, logger, filesElsewhere });
    closing.push(run.end);
    openDatabase = () => openEmbeddedDatabase(folder, run, { logger, timer, closing });
  } else {
    // Loaded where it is used: PostgreSQL's driver comes with it.
    const { openPostgresDatabase } = await import("./postgres-database.ts");
    openDatabase = () =>
      openPostgresDatabase(folder, postgres, { postgresDirect, isShared, logger, closing, filesElsewhere });
  }
  // Before the database is opened, which needs room, and after the proof: it may take some.
  const storage = await openStorageSpace({
    folder: folder.root,
    reserveBytes: settings.diskReserveBytes,
    reserve: createDiskReserve(folder.reserve, settings.diskReserveBytes),
    timer,
  });
  closing.push(() => storage.close());
  const opened = await openDatabase();
  const { database } = opened;
  await refuseMovedStore(database, opened.place ?? `the data folder ${folder.root}`);
  const storeId = await readStoreId(database);
  const files = bucket
    ? await openS3Files(bucket, folder, { database, storeId, clock, timer, logger, closing })
    : await openFolderFiles(folder, { storeId, clock });
  const stores = createStores(database, clock);
  const isSource = async (projectId: string, fileId: string) =>
    (await stores.sources.find(projectId, fileId)) !== null;
  return {
    folder,
    database: opened.address,
    connection: database,
    databaseDescription: opened.description,
    databasePlace: opened.place,
    stores,
    storeId,
    ...files,
    storage,
    downloads: createFilesystemDownloads(folder.downloads, { isSource }),
    erase: opened.erase,
    move: watchMove(database, { timer, closing }),
  };
}
