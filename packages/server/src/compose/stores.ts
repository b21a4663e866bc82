import type { FastifyBaseLogger } from "fastify";
import { type DataFolder, openDataFolder } from "../adapters/filesystem/data-folder.ts";
import { createDiskReserve } from "../adapters/filesystem/disk-reserve.ts";
import { openFilesystemBlobStore } from "../adapters/filesystem/filesystem-blob-store.ts";
import { createFilesystemDownloads } from "../adapters/filesystem/filesystem-downloads.ts";
import { openFilesystemHolding } from "../adapters/filesystem/filesystem-holding.ts";
import { createFilesystemSidecarStore } from "../adapters/filesystem/filesystem-sidecar-store.ts";
import { refuseUnusableFolder } from "../adapters/filesystem/restore-target.ts";
import { openStorageSpace } from "../adapters/filesystem/storage-space.ts";
import { createCheckpoint } from "../adapters/sql/checkpoint.ts";
import { createStores, type Stores } from "../adapters/sql/create-stores.ts";
import { openSqlite } from "../adapters/sql/open-database.ts";
import { startShrinking } from "../adapters/sql/shrinking.ts";
import { readStoreId } from "../adapters/sql/store-id.ts";
import type { Settings } from "../config.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Timer } from "../kernel/timer.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { Holding } from "../ports/holding.ts";
import type { KeptDownloads } from "../ports/kept-downloads.ts";
import type { SidecarStore } from "../ports/sidecar-store.ts";
import type { StorageSpace } from "../ports/storage-space.ts";
import { beginRun } from "./begin-run.ts";
import type { Closing } from "./closing.ts";
import { markStore } from "./mark-store.ts";

/** Where everything is kept: the data folder, the database in it, the file bytes. */
export type OpenStores = {
  folder: DataFolder;
  stores: Stores;
  storeId: string;
  blobs: BlobStore;
  sidecars: SidecarStore;
  holding: Holding;
  storage: StorageSpace;
  downloads: KeptDownloads;
  /** Makes sure that what was deleted is no longer in the files of the database either. */
  erase: () => Promise<void>;
};

/** Takes the data folder and opens what is in it, once it is proven to be whole. Throws OperatorError. */
export async function openStores(
  settings: Settings,
  {
    logger,
    clock,
    timer,
    closing,
  }: { logger: FastifyBaseLogger; clock: Clock; timer: Timer; closing: Closing },
): Promise<OpenStores> {
  refuseUnusableFolder(settings.dataFolder);
  const folder = await openDataFolder(settings.dataFolder);
  closing.push(() => folder.close());
  const run = await beginRun(folder, clock, logger);
  closing.push(run.end);
  // Before the database is opened, which needs room, and after the proof: it may take some.
  const storage = await openStorageSpace({
    folder: folder.root,
    reserveBytes: settings.diskReserveBytes,
    reserve: createDiskReserve(folder.reserve, settings.diskReserveBytes),
    timer,
  });
  closing.push(() => storage.close());
  const database = await openSqlite(folder.database, {
    onCopy: (copy) =>
      logger.warn({ copy }, "the tables are brought up to date; the database as it was is kept"),
  });
  closing.push(() => database.destroy(), run.stopChecking);
  run.readThrough();
  const checkpoint = createCheckpoint(database, {
    onLeft: (error) =>
      logger.warn({ err: error }, "what was deleted stays in the database's log until it can be emptied"),
  });
  closing.push(
    () => checkpoint.close(),
    startShrinking(database, {
      timer,
      emptyLog: checkpoint.empty,
      onFailure: (error) =>
        logger.warn({ err: error }, "free space in the database could not be given back; it is tried again"),
    }),
  );
  const storeId = await readStoreId(database);
  await markStore(folder, storeId);
  const stores = createStores(database, clock);
  const isSource = async (projectId: string, fileId: string) =>
    (await stores.sources.find(projectId, fileId)) !== null;
  return {
    folder,
    stores,
    storeId,
    blobs: await openFilesystemBlobStore(folder),
    sidecars: createFilesystemSidecarStore(folder.files),
    holding: await openFilesystemHolding(folder, { storeId, clock }),
    storage,
    downloads: createFilesystemDownloads(folder.downloads, { isSource }),
    erase: checkpoint.empty,
  };
}
