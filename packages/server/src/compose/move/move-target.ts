import { existsSync, statSync } from "node:fs";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Kysely } from "kysely";
import { markCleanShutdown } from "../../adapters/filesystem/clean-shutdown.ts";
import { type DataFolder, dataFolderPaths, openDataFolder } from "../../adapters/filesystem/data-folder.ts";
import { namesIn } from "../../adapters/filesystem/empty-folder.ts";
import { openFilesystemBlobStore, readBlobs } from "../../adapters/filesystem/filesystem-blob-store.ts";
import { createFilesystemSidecarStore } from "../../adapters/filesystem/filesystem-sidecar-store.ts";
import { openStagedFiles } from "../../adapters/filesystem/staged-files.ts";
import { readStoreMark } from "../../adapters/filesystem/store-mark.ts";
import { connectBucket, explained } from "../../adapters/s3/connect-bucket.ts";
import { createS3BlobStore } from "../../adapters/s3/s3-blob-store.ts";
import { createS3SidecarStore } from "../../adapters/s3/s3-sidecar-store.ts";
import { markS3Folder, readS3StoreMark } from "../../adapters/s3/s3-store-mark.ts";
import { countRows } from "../../adapters/sql/count-rows.ts";
import { holdPostgres } from "../../adapters/sql/hold-postgres.ts";
import { tablesState } from "../../adapters/sql/migrate.ts";
import { readStoreMove, type StoreMove } from "../../adapters/sql/move/store-move.ts";
import { connectSqlite, openSqlite } from "../../adapters/sql/open-database.ts";
import {
  connectPostgres,
  explainPostgresError,
  openPostgres,
  placeOf,
} from "../../adapters/sql/open-postgres.ts";
import type { Database } from "../../adapters/sql/schema.ts";
import { isInUse, readStoreId } from "../../adapters/sql/store-id.ts";
import { systemClock } from "../../kernel/clock.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { SidecarStore } from "../../ports/sidecar-store.ts";
import type { FilesSettings } from "../../usual-variables.ts";
import { type Closing, createClosing } from "../closing.ts";
import { markStore } from "../mark-store.ts";
import { refuseSecondDatabase } from "../postgres-database.ts";
import type { StorePlace } from "./move-source.ts";

/** What a move finds in the database that it is to fill. */
export type Arrival =
  | { kind: "empty" }
  | { kind: "half"; move: StoreMove }
  | { kind: "whole"; storeId: string };

/** The store that is filled: of this process alone until it is closed. */
export type MoveTarget = {
  /** Where it is, for people. */
  place: string;
  arrival: Arrival;
  /** Makes the tables where there are none. */
  openDatabase(): Promise<Kysely<Database>>;
  filesPlace: string;
  /** Takes the place of the files for this store. Throws OperatorError where it has files of another one. */
  openFiles(storeId: string): Promise<{ blobs: BlobStore; sidecars: SidecarStore }>;
  /** Copies the token for tools on this machine, where there is a folder for it. */
  copyToken(from: string): Promise<void>;
  /** To be called once all is copied. */
  finish(): Promise<void>;
  close(): Promise<void>;
};

/** Looks at the place that a store is to be moved to. Throws OperatorError where it can't be that; writes no data. */
export async function openMoveTarget({ dataFolder, postgres, files }: StorePlace): Promise<MoveTarget> {
  const closing = createClosing();
  try {
    // Without a database or files in it, the folder has no part in the move.
    const folder = postgres === null || files === null ? await openEmptyFolder(dataFolder, closing) : null;
    const database =
      postgres === null
        ? await embeddedTarget(folder as DataFolder, closing)
        : await postgresTarget(postgres, folder, closing);
    const kept = files === null ? folderFiles(folder as DataFolder) : await s3Files(files, closing);
    return {
      ...database,
      ...kept,
      async copyToken(from) {
        if (folder && existsSync(from)) await copyFile(from, folder.token);
      },
      close: closing.close,
    };
  } catch (error) {
    await closing.close();
    throw error;
  }
}

/** Files of the lock, of SQLite, and of the folder's layout. */
const besides = /^(version|lock\.|headwater\.sqlite)/;

/** It may have what a data folder has, of an interrupted move: its database and files say whose they are. */
async function openEmptyFolder(path: string, closing: Closing): Promise<DataFolder> {
  const paths = dataFolderPaths(path);
  const { root } = paths;
  const own = new Set(Object.values(paths).map((each) => basename(each)));
  const strange = (await namesIn(root)).find((name) => !own.has(name) && !besides.test(name));
  if (strange !== undefined)
    throw new OperatorError(
      `The folder ${root} is not empty: it has ${strange}. A move writes into a new folder: name another one.`,
    );
  const folder = await openDataFolder(path);
  closing.push(() => folder.close());
  return folder;
}

type TargetDatabase = Pick<MoveTarget, "place" | "arrival" | "openDatabase" | "finish">;

async function postgresTarget(
  url: string,
  folder: DataFolder | null,
  closing: Closing,
): Promise<TargetDatabase> {
  if (folder) refuseSecondDatabase(folder);
  const place = placeOf(url);
  closing.push(await holdPostgres(url, { onTaken: () => {}, waitMs: 1_000 }));
  const looking = connectPostgres(url, { connections: 1 });
  const arrival = await arrivalIn(looking, place)
    .catch((error: unknown) => {
      throw explainPostgresError(error, url);
    })
    .finally(() => looking.destroy());
  return {
    place,
    arrival,
    async openDatabase() {
      const database = await openPostgres(url);
      closing.push(() => database.destroy());
      return database;
    },
    async finish() {},
  };
}

async function embeddedTarget(folder: DataFolder, closing: Closing): Promise<TargetDatabase> {
  const place = `the data folder ${folder.root}`;
  const arrival = await arrivalInFile(folder.database, place);
  let close = async () => {};
  closing.push(() => close());
  return {
    place,
    arrival,
    async openDatabase() {
      const database = await openSqlite(folder.database);
      close = () => database.destroy();
      return database;
    },
    async finish() {
      await close();
      close = async () => {};
      await markCleanShutdown(folder.root, folder.database, { now: systemClock.now(), countRows });
    },
  };
}

async function arrivalInFile(path: string, place: string): Promise<Arrival> {
  if (!statSync(path, { throwIfNoEntry: false })?.size) return { kind: "empty" };
  const looking = connectSqlite(path);
  try {
    return await arrivalIn(looking, place);
  } finally {
    await looking.destroy();
  }
}

async function arrivalIn(database: Kysely<Database>, place: string): Promise<Arrival> {
  const state = await tablesState(database);
  if (state === "none") return { kind: "empty" };
  const move = await readStoreMove(database);
  if (move?.state === "arriving") return { kind: "half", move };
  if (move !== null)
    throw new OperatorError(`${place} is itself being moved to ${move.place}, or was: choose another place.`);
  if (await isInUse(database)) return { kind: "whole", storeId: await readStoreId(database) };
  return { kind: "empty" };
}

type TargetFiles = Pick<MoveTarget, "filesPlace" | "openFiles">;

const filesOfAnother = (place: string) =>
  new OperatorError(`${place} has files of another store. Nothing was changed there: choose another place.`);

function folderFiles(folder: DataFolder): TargetFiles {
  return {
    filesPlace: folder.files,
    async openFiles(storeId) {
      const marked = await readStoreMark(folder.files);
      if (marked !== storeId) {
        if (marked !== null) throw filesOfAnother(folder.files);
        for await (const _ of readBlobs(folder.files).list()) throw filesOfAnother(folder.files);
        await markStore(folder, storeId);
      }
      return {
        blobs: await openFilesystemBlobStore(folder),
        sidecars: createFilesystemSidecarStore(folder.files),
      };
    },
  };
}

async function s3Files({ address, ...access }: FilesSettings, closing: Closing): Promise<TargetFiles> {
  const bucket = await connectBucket(address, access);
  closing.push(async () => bucket.close());
  const claim = async (storeId: string) => {
    const marked = await readS3StoreMark(bucket, "files");
    if (marked === storeId) return;
    if (marked !== null) throw filesOfAnother(bucket.place);
    for await (const _ of bucket.list("files/")) throw filesOfAnother(bucket.place);
    if (!(await markS3Folder(bucket, "files", storeId))) throw filesOfAnother(bucket.place);
  };
  return {
    filesPlace: bucket.place,
    async openFiles(storeId) {
      await explained(bucket, claim(storeId));
      const staging = await mkdtemp(join(tmpdir(), "headwater-move-"));
      closing.push(() => rm(staging, { recursive: true, force: true }));
      return {
        blobs: createS3BlobStore(bucket, await openStagedFiles(staging)),
        sidecars: createS3SidecarStore(bucket),
      };
    },
  };
}
