import type { ProjectId } from "../kernel/ids.ts";

/** Bytes that arrived but belong to no source yet. */
export type StagedBlob = { stagingId: string; size: number; contentHash: string };

/** Which bytes: those of a project with this SHA-256 (hex). */
export type Content = { projectId: ProjectId; contentHash: string };

/** Part of some bytes, from the first to the last position, both included and counted from 0. */
export type ByteRange = { start: number; end: number };

/**
 * Port: file bytes by project and SHA-256. An upload is staged while it streams in, then committed under its hash;
 * committing bytes that exist already succeeds. What is staged but never committed is cleared at start.
 */
export type BlobStore = {
  /**
   * Streams to durable storage with flat memory. Rejects, keeping nothing, when the stream fails or `maxBytes` is
   * passed (BlobTooLargeError).
   */
  stage(content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StagedBlob>;
  commit(projectId: ProjectId, staged: StagedBlob): Promise<void>;
  discard(staged: StagedBlob): Promise<void>;
  /** Throws what `readStream` throws. */
  read(projectId: ProjectId, contentHash: string): Promise<Uint8Array>;
  /**
   * The bytes in pieces, with flat memory. Throws BlobMissingError when they are not there, and BlobDamagedError, after
   * the last piece, when they are not what was stored. Any other error may pass: the bytes may be sound.
   */
  readStream(projectId: ProjectId, contentHash: string): AsyncIterable<Uint8Array>;
  /** How many bytes there are. Throws BlobMissingError when there are none. */
  size(projectId: ProjectId, contentHash: string): Promise<number>;
  /**
   * A part of the bytes in pieces. It can't be checked against the hash; BlobDamagedError is thrown only when the bytes
   * end before the range does. Otherwise throws what `readStream` throws.
   */
  readRange(projectId: ProjectId, contentHash: string, range: ByteRange): AsyncIterable<Uint8Array>;
  /** False when there is nothing to remove. */
  remove(projectId: ProjectId, contentHash: string): Promise<boolean>;
  list(): AsyncIterable<Content>;
};

/** Uploads as files of this process, until they are committed or discarded. */
export type StagedFiles = Pick<BlobStore, "stage" | "discard"> & {
  /** Throws when this can't be the id of staged bytes, so that no path leads out of the folder. */
  pathOf(stagingId: string): string;
};

/** The stream holds more bytes than allowed. */
export class BlobTooLargeError extends Error {
  override readonly name = "BlobTooLargeError";
}

/** Nothing is stored under this hash: a passing fault of the disk is never reported as this. */
export class BlobMissingError extends Error {
  override readonly name = "BlobMissingError";
}

/** What is stored does not have the hash that it is stored under. */
export class BlobDamagedError extends Error {
  override readonly name = "BlobDamagedError";
}
