import type { ProjectId } from "../kernel/ids.ts";

/** Bytes that arrived but belong to no source yet. */
export type StagedBlob = { stagingId: string; size: number; contentHash: string };

/**
 * Port: file bytes by project and SHA-256. An upload is staged while it streams in, then committed under its hash;
 * committing bytes that are there already is no error. What is staged but never committed is cleared at start.
 */
export type BlobStore = {
  /** Streams to durable storage with flat memory. Rejects, keeping nothing, when the stream fails or `maxBytes` is passed (BlobTooLargeError). */
  stage(content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StagedBlob>;
  commit(projectId: ProjectId, staged: StagedBlob): Promise<void>;
  discard(staged: StagedBlob): Promise<void>;
  read(projectId: ProjectId, contentHash: string): Promise<Uint8Array>;
  /** False when there is nothing to remove. */
  remove(projectId: ProjectId, contentHash: string): Promise<boolean>;
  list(): AsyncIterable<{ projectId: ProjectId; contentHash: string }>;
};

/** The stream holds more bytes than allowed. */
export class BlobTooLargeError extends Error {
  override readonly name = "BlobTooLargeError";
}
