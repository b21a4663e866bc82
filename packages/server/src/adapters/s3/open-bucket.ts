import { open, readFile, stat } from "node:fs/promises";
import { setTimeout as after } from "node:timers/promises";
import type {
  CompletedPart,
  ListMultipartUploadsCommandOutput,
  PutObjectCommandInput,
  S3Client,
} from "@aws-sdk/client-s3";
import { bodyInPieces } from "./body-in-pieces.ts";
import { type Bucket, type PutOptions, placeOf, type S3Credentials } from "./bucket.ts";
import {
  failureOf,
  isConditionFailed,
  isConflict,
  isMissing,
  isOutOfRange,
  isUploadGone,
} from "./files-outage.ts";
import type { S3Address } from "./s3-address.ts";

/** What goes up in one request, and the size of the parts of what is larger, in bytes. An upload holds one in memory. */
const defaultPartBytes = 8 * 1024 * 1024;

/** S3's own limit of a page. */
const defaultPageSize = 1000;

/** How long one call may take with its repetitions, until its answer begins, in ms. */
const callMs = 60_000;
const connectMs = 5_000;

/** Another call was changing the same place: it is over soon. The SDK does not repeat these. */
const maxTries = 5;
const conflictPauseMs = 50;
const maxAttempts = 3;

/** Open answers that are read slowly don't keep other requests waiting. */
const maxSockets = 256;

export type BucketOptions = { partBytes?: number; pageSize?: number };

/** Opens a bucket without asking it anything yet. */
export async function openBucket(
  address: S3Address,
  credentials: S3Credentials | null,
  { partBytes = defaultPartBytes, pageSize = defaultPageSize }: BucketOptions = {},
): Promise<Bucket> {
  // Loaded where it is used: it takes a tenth of a second and 20 MB of memory.
  const sdk = await import("@aws-sdk/client-s3");
  const client: S3Client = new sdk.S3Client({
    ...(address.region !== null && { region: address.region }),
    ...(address.endpoint !== null && { endpoint: address.endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    maxAttempts,
    requestHandler: {
      connectionTimeout: connectMs,
      httpAgent: { maxSockets },
      httpsAgent: { maxSockets },
    },
    // Bodies are part of the signature, and everything read is compared with its own hash. Other servers than AWS may not know more.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const place = placeOf(address);
  const inBucket = { Bucket: address.bucket };
  const named = (key: string) => ({ ...inBucket, Key: address.prefix + key });
  const encryption = {
    ...(address.encryption && { ServerSideEncryption: address.encryption.algorithm }),
    ...(address.encryption?.kmsKey && { SSEKMSKeyId: address.encryption.kmsKey }),
  } satisfies Partial<PutObjectCommandInput>;
  const condition = ({ ifAbsent = false }: PutOptions) => (ifAbsent ? { IfNoneMatch: "*" } : {});

  const call = async <T>(work: (options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> => {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), callMs);
    try {
      for (let tries = 1; ; tries += 1) {
        try {
          return await work({ abortSignal: limit.signal });
        } catch (error) {
          if (!isConflict(error) || tries === maxTries) throw failureOf(error, place);
        }
        await after(conflictPauseMs * tries);
      }
    } finally {
      clearTimeout(timer);
    }
  };

  const put: Bucket["put"] = async (key, bytes, options = {}) => {
    const input = { ...named(key), Body: bytes, ...encryption, ...condition(options) };
    try {
      await call((limit) => client.send(new sdk.PutObjectCommand(input), limit));
      return true;
    } catch (error) {
      if (isConditionFailed(error)) return false;
      throw error;
    }
  };

  const putInParts = async (key: string, path: string, options: PutOptions): Promise<void> => {
    const { UploadId } = await call((limit) =>
      client.send(new sdk.CreateMultipartUploadCommand({ ...named(key), ...encryption }), limit),
    );
    const upload = { ...named(key), UploadId };
    try {
      const parts: CompletedPart[] = [];
      for await (const bytes of partsOf(path, partBytes)) {
        const PartNumber = parts.length + 1;
        const { ETag } = await call((limit) =>
          client.send(new sdk.UploadPartCommand({ ...upload, PartNumber, Body: bytes }), limit),
        );
        parts.push({ PartNumber, ETag });
      }
      const whole = { ...upload, MultipartUpload: { Parts: parts }, ...condition(options) };
      await call((limit) => client.send(new sdk.CompleteMultipartUploadCommand(whole), limit));
    } catch (error) {
      // Where the server does not answer, the clean-up of old uploads does it.
      await call((limit) => client.send(new sdk.AbortMultipartUploadCommand(upload), limit)).catch(() => {});
      throw error;
    }
  };

  const size: Bucket["size"] = async (key) => {
    try {
      const { ContentLength = 0 } = await call((limit) =>
        client.send(new sdk.HeadObjectCommand(named(key)), limit),
      );
      return ContentLength;
    } catch (error) {
      // An answer without a body does not say whether the object is missing, or its whole bucket.
      if (isMissing(error) && (await get(key)) === null) return null;
      throw error;
    }
  };

  const get: Bucket["get"] = async (key, range) => {
    const input = { ...named(key), ...(range && { Range: `bytes=${range.start}-${range.end}` }) };
    try {
      const { Body } = await call((limit) => client.send(new sdk.GetObjectCommand(input), limit));
      return bodyInPieces(Body as AsyncIterable<Uint8Array>, place);
    } catch (error) {
      if (isMissing(error)) return null;
      if (isOutOfRange(error)) return noBytes();
      throw error;
    }
  };

  return {
    place,
    probe: async () =>
      void (await call((limit) =>
        client.send(new sdk.ListObjectsV2Command({ ...inBucket, Prefix: address.prefix, MaxKeys: 1 }), limit),
      )),
    put,

    async putFile(key, path, options = {}) {
      if ((await stat(path)).size <= partBytes) return put(key, await readFile(path), options);
      try {
        await putInParts(key, path, options);
        return true;
      } catch (error) {
        if (isConditionFailed(error)) return false;
        throw error;
      }
    },

    get,
    size,

    async copy(from, to) {
      const source = encodeURI(`${address.bucket}/${address.prefix}${from}`);
      try {
        const input = { ...named(to), CopySource: source, ...encryption };
        await call((limit) => client.send(new sdk.CopyObjectCommand(input), limit));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },

    async remove(key) {
      await call((limit) => client.send(new sdk.DeleteObjectCommand(named(key)), limit));
    },

    async *list(prefix) {
      let next: string | undefined;
      do {
        const page = await call((limit) =>
          client.send(
            new sdk.ListObjectsV2Command({
              ...inBucket,
              Prefix: address.prefix + prefix,
              MaxKeys: pageSize,
              ContinuationToken: next,
            }),
            limit,
          ),
        );
        for (const { Key = "", Size = 0, LastModified } of page.Contents ?? [])
          yield {
            key: Key.slice(address.prefix.length),
            size: Size,
            modifiedAt: LastModified ?? new Date(0),
          };
        next = page.NextContinuationToken;
      } while (next !== undefined);
    },

    async abortUploads(olderThanMs) {
      let aborted = 0;
      let page: ListMultipartUploadsCommandOutput | undefined;
      do {
        // By key alone: versitygw knows none of the ids at which its own pages end. A key with several uploads may be at the
        // end of a page; the next call takes those that this one has left.
        const input = {
          ...inBucket,
          Prefix: address.prefix,
          MaxUploads: pageSize,
          KeyMarker: page?.NextKeyMarker,
        };
        page = await call((limit) => client.send(new sdk.ListMultipartUploadsCommand(input), limit));
        // The SDK has learnt from the answers how far the server's clock is away.
        const before = Date.now() + client.config.systemClockOffset - olderThanMs;
        for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
          if (Initiated === undefined || Initiated.getTime() > before) continue;
          const upload = { ...inBucket, Key, UploadId };
          try {
            await call((limit) => client.send(new sdk.AbortMultipartUploadCommand(upload), limit));
            aborted += 1;
          } catch (error) {
            // Another process of the fleet did it, or finished the upload.
            if (!isUploadGone(error)) throw error;
          }
        }
      } while (page.IsTruncated);
      return aborted;
    },

    close: () => client.destroy(),
  };
}

async function* partsOf(path: string, partBytes: number): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    for (let start = 0; ; start += partBytes) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(partBytes), 0, partBytes, start);
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
      if (bytesRead < partBytes) return;
    }
  } finally {
    await file.close();
  }
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}
