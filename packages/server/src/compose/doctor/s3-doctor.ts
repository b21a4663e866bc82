import type { Bucket } from "../../adapters/s3/bucket.ts";
import { connectBucket } from "../../adapters/s3/connect-bucket.ts";
import { readS3StoreMark } from "../../adapters/s3/s3-store-mark.ts";
import { openS3StoredFiles } from "../../adapters/s3/s3-stored-files.ts";
import type { StoredFiles } from "../../backup/backup-ports.ts";
import { examineFiles } from "../../backup/examine-files.ts";
import { counted, inWords } from "../../backup/sizes.ts";
import { type BlobReference, sidecarPath } from "../../backup/stored-paths.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import type { FilesSettings } from "../../usual-variables.ts";
import { type Finding, ill, note, ok, skipped } from "./finding.ts";

/** What a doctor says of files on S3 instead of those in the data folder. It changes nothing there. */
export const createS3Doctor = (
  { address, ...access }: FilesSettings,
  database: { blobs(): Promise<BlobReference[]>; storeId(): Promise<string | null> },
  { hashUpTo }: { hashUpTo: number },
) => {
  let connected: Promise<Bucket> | undefined;
  let stored: StoredFiles | undefined;
  const open = async () => {
    connected ??= connectBucket(address, access);
    const bucket = await connected;
    stored ??= openS3StoredFiles(bucket);
    return { bucket, stored };
  };
  const looked = (look: () => Promise<Finding>) => () =>
    look().catch((error: unknown) => {
      if (error instanceof OperatorError) return ill(error.message);
      throw error;
    });
  return {
    examineFiles: looked(async () => {
      const { bucket, stored } = await open();
      const marked = await readS3StoreMark(bucket, "files");
      if (marked === null) return skipped(`${bucket.place}: no service has kept files there yet`);
      if (marked !== (await database.storeId()))
        return ill(`${bucket.place} has files of another database. Change HEADWATER_FILES.`);
      return describe(bucket.place, await database.blobs(), stored, hashUpTo);
    }),
    examineSidecars: looked(async () => {
      const { stored } = await open();
      const keys = new Set(await stored.list());
      const missing = (await database.blobs()).map(sidecarPath).filter((path) => !keys.has(path));
      if (missing.length === 0) return ok("each file has one; on S3 what they say is not compared");
      return note(
        `${counted(missing.length, "file")} without one: the next start writes them again`,
        missing,
      );
    }),
    examineHolding: looked(async () => {
      const { bucket } = await open();
      const places = new Set<string>();
      for await (const { key } of bucket.list("holding/"))
        if (key.split("/").length > 2) places.add(key.split("/").slice(0, 2).join("/"));
      if (places.size === 0) return ok("empty");
      return note(`${places.size} set aside in the bucket, kept for 7 days`, [...places]);
    }),
    async close() {
      await connected?.then((bucket) => bucket.close()).catch(() => {});
    },
  };
};

async function describe(
  place: string,
  blobs: BlobReference[],
  stored: StoredFiles,
  hashUpTo: number,
): Promise<Finding> {
  const hashes = blobs.reduce((sum, { size }) => sum + (size ?? 0), 0) <= hashUpTo;
  const found = await examineFiles(blobs, stored, { hashes, unexplained: true });
  const checked = hashes ? "every byte read" : "sizes compared; --hashes reads every byte";
  const text = `${place}: ${counted(blobs.length, "file")}, ${inWords(found.bytes)}, ${checked}`;
  const lost = [
    ...found.missing.map((path) => `${path} is missing`),
    ...found.damaged.map((path) => `${path} does not have the bytes that were uploaded`),
  ];
  if (lost.length > 0)
    return ill(`${text}: bring these back under the same keys, or upload the documents again.`, lost);
  if (found.unexplained.length > 0)
    return note(
      `${text}; the next start sets aside ${counted(found.unexplained.length, "object")} that no source names`,
      found.unexplained,
    );
  return ok(text);
}
