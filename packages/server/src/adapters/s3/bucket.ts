import type { S3Address } from "./s3-address.ts";

/** Keys of AWS or of another S3 server. Null in their place leaves them to the AWS SDK: a profile, or the role of the machine. */
export type S3Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string };

export type StoredObject = { key: string; size: number; modifiedAt: Date };

/** Whether a put may replace what is there. With `ifAbsent` the first writer wins. */
export type PutOptions = { ifAbsent?: boolean };

/**
 * The part of a bucket below a prefix, in the few verbs that stores need. Keys are relative to the prefix. Each call ends
 * within a minute or two, its repetitions included, and throws FilesUnavailableError where the server is the reason.
 */
export type Bucket = {
  /** "s3://documents/headwater/ at https://s3.example.com" */
  place: string;
  /** Rejects unless the bucket is there and may be used. */
  probe(): Promise<void>;
  /** False, with nothing written, when `ifAbsent` is asked for and another writer was first. */
  put(key: string, bytes: Uint8Array, options?: PutOptions): Promise<boolean>;
  /** The same with the bytes of a file. A large one goes in parts, which are taken back when one of them fails. */
  putFile(key: string, path: string, options?: PutOptions): Promise<boolean>;
  /** The bytes in pieces, from the first to the last position of a range, both included. Null when there is no such object. */
  get(key: string, range?: { start: number; end: number }): Promise<AsyncIterable<Uint8Array> | null>;
  /** In bytes; null when there is no such object. */
  size(key: string): Promise<number | null>;
  /** False when there is no such object. */
  copy(from: string, to: string): Promise<boolean>;
  /** No error when there is no such object. */
  remove(key: string): Promise<void>;
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Aborts uploads in parts that began longer ago than so many ms, by the clock of the server; answers how many. */
  abortUploads(olderThanMs: number): Promise<number>;
  close(): void;
};

export const placeOf = ({ bucket, prefix, endpoint }: S3Address): string =>
  `s3://${bucket}/${prefix}${endpoint === null ? "" : ` at ${endpoint}`}`;
