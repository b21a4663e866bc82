import type { ReadLimits } from "./read-text.ts";

/** How long and how much of a stream is read. */
export type StreamLimits = {
  /** Maximum silence in milliseconds after the answer has begun. `timeoutMs` applies until then. Default 60,000. */
  idleTimeoutMs?: number | undefined;
  /** Maximum size of an answer in bytes, citation images included. Default 33,554,432 (32 MiB). */
  maxBytes?: number | undefined;
};

/** The limits of a stream, with their defaults. */
export const readLimits = ({
  idleTimeoutMs = 60_000,
  maxBytes = 33_554_432,
  signal,
}: StreamLimits & { signal?: AbortSignal | undefined }): ReadLimits => ({ idleTimeoutMs, maxBytes, signal });
