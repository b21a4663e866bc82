import { statSync } from "node:fs";
import type { FastifyBaseLogger } from "fastify";
import type { Kysely } from "kysely";
import type { DataFolder, DataFolderPaths } from "../adapters/filesystem/data-folder.ts";
import { noteFilesElsewhere } from "../adapters/filesystem/files-elsewhere.ts";
import { readBlobs } from "../adapters/filesystem/filesystem-blob-store.ts";
import { openStagedFiles } from "../adapters/filesystem/staged-files.ts";
import type { Bucket } from "../adapters/s3/bucket.ts";
import { connectBucket, explained } from "../adapters/s3/connect-bucket.ts";
import { createS3BlobStore } from "../adapters/s3/s3-blob-store.ts";
import { createS3Holding } from "../adapters/s3/s3-holding.ts";
import { createS3SidecarStore } from "../adapters/s3/s3-sidecar-store.ts";
import { markS3Folder, readS3StoreMark } from "../adapters/s3/s3-store-mark.ts";
import type { Database } from "../adapters/sql/schema.ts";
import { isInUse } from "../adapters/sql/store-id.ts";
import type { Clock } from "../kernel/clock.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import type { Timer } from "../kernel/timer.ts";
import type { FilesSettings } from "../usual-variables.ts";
import type { Closing } from "./closing.ts";
import type { OpenFiles } from "./open-files.ts";

const hourMs = 3_600_000;

/** Before a database is opened, which may make one: looks whether this folder and this bucket can be of one store. Throws OperatorError. */
export async function connectS3Files(
  { address, ...access }: FilesSettings,
  folder: DataFolderPaths,
  { embedded, closing }: { embedded: boolean; closing: Closing },
): Promise<Bucket> {
  for await (const _ of readBlobs(folder.files).list())
    throw new OperatorError(
      `The data folder ${folder.root} has files of its own, and HEADWATER_FILES is set. Copy ${folder.files} into the bucket, below files/, and move it away; or unset HEADWATER_FILES.`,
    );
  const bucket = await connectBucket(address, access);
  closing.push(async () => bucket.close());
  const isNew = !statSync(folder.database, { throwIfNoEntry: false })?.size;
  if (embedded && isNew && (await explained(bucket, readS3StoreMark(bucket, "files"))) !== null)
    throw new OperatorError(
      `${bucket.place} has files, and the data folder ${folder.root} has no database of them. Put their database back; or copy files/ from there into a data folder and run 'headwater recover' on it.`,
    );
  return bucket;
}

/** Opens the files in a bucket for this database, once it is proven that they are its own. Throws OperatorError. */
export async function openS3Files(
  bucket: Bucket,
  folder: DataFolder,
  {
    database,
    storeId,
    clock,
    timer,
    logger,
    closing,
  }: {
    database: Kysely<Database>;
    storeId: string;
    clock: Clock;
    timer: Timer;
    logger: FastifyBaseLogger;
    closing: Closing;
  },
): Promise<OpenFiles> {
  const blobs = createS3BlobStore(bucket, await openStagedFiles(folder.staging, folder));
  await explained(bucket, claimFiles(bucket, blobs, { database, storeId, isShared: folder.isShared }));
  await noteFilesElsewhere(folder.root, bucket.place);
  closing.push(abortOldUploads(bucket, timer, logger));
  return {
    blobs,
    sidecars: createS3SidecarStore(bucket),
    holding: createS3Holding(bucket, { storeId, clock }),
    filesPlace: bucket.place,
    checkFiles: bucket.probe,
  };
}

/** Files and database bear the same id. Where one of the two is new, nothing can be mixed up. */
async function claimFiles(
  bucket: Bucket,
  blobs: OpenFiles["blobs"],
  { database, storeId, isShared }: { database: Kysely<Database>; storeId: string; isShared: boolean },
): Promise<void> {
  const marked = await readS3StoreMark(bucket, "files");
  const ofOthers = () =>
    new OperatorError(
      `${bucket.place} has files of another database. Nothing was changed there: set HEADWATER_FILES to another bucket or prefix, or serve them with their own database.`,
    );
  if (marked === null) {
    for await (const _ of blobs.list()) throw ofOthers();
    const source = await database.selectFrom("sources").select("file_id").limit(1).executeTakeFirst();
    if (source)
      throw new OperatorError(
        `The database names files, and there are none in ${bucket.place}. Set HEADWATER_FILES to where they are, or copy them there, below files/, with files/store.json.`,
      );
    if (isShared && (await isInUse(database)))
      throw new OperatorError(
        `The processes on this database keep their files elsewhere, and not in ${bucket.place}. Give all of them the same HEADWATER_FILES; to move the files of a new database, start one process with the role all there first.`,
      );
    if (!(await markS3Folder(bucket, "files", storeId))) throw ofOthers();
  } else if (marked !== storeId) throw ofOthers();
  // Proves that these keys may write, before anybody sends a document.
  else await markS3Folder(bucket, "files", storeId, { again: true });
}

/** At once and then every hour. Answers how to end it. */
function abortOldUploads(bucket: Bucket, timer: Timer, logger: FastifyBaseLogger): () => Promise<void> {
  const abort = async () => {
    try {
      const count = await bucket.abortUploads(hourMs);
      if (count > 0)
        logger.warn({ count }, "uploads into the bucket that a crash left unfinished were aborted");
    } catch (error) {
      logger.error(
        { err: error },
        "unfinished uploads could not be looked for; in an hour it is tried again",
      );
    }
  };
  let aborting = abort();
  const stop = timer.every(hourMs, () => {
    aborting = abort();
  });
  return async () => {
    stop();
    await aborting;
  };
}
