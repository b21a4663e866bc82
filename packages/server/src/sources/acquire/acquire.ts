import type { Source } from "../source.ts";

/** Bytes with what the reader has to know of them. */
export type AcquiredDocument = {
  bytes: Uint8Array;
  fileName: string;
  /** Lowercase, without the dot. */
  extension: string;
};

/**
 * Port: the documents that a source consists of as it is now, in order, each fetched when the one before it was read.
 * Each build asks again, so what comes belongs to the version that the build writes. Throws AcquireError when what
 * the source points at can't be had; any other error may pass, and is no verdict on the source.
 */
export type Acquire = (source: Source, signal: AbortSignal) => AsyncIterable<AcquiredDocument>;

/** The source can't be had; the message is for the person who added it. */
export class AcquireError extends Error {
  override readonly name = "AcquireError";
}
