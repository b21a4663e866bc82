import type { ParsedElement, WebPage } from "@headwater/reader";
import type { DownloadPlace } from "../../ports/kept-downloads.ts";
import type { Source } from "../source.ts";
import type { LeftOut } from "./left-out.ts";

/** Bytes with what the reader has to know of them. */
export type AcquiredDocument = {
  bytes: Uint8Array;
  fileName: string;
  /** Lowercase, without the dot. */
  extension: string;
  /** Set when there is nothing to read any more: these are the document, and `bytes` are empty. */
  elements?: ParsedElement[];
  /** Set for a web page: its main content is read, and its links become absolute. */
  webPage?: WebPage;
  /** Facts that each of its elements gets into its metadata, such as the address it was fetched from. */
  metadata?: Record<string, unknown>;
  /** The same bytes once more, for a reader that has to begin again: it may have moved the others away. */
  bytesAgain?: () => Promise<Uint8Array>;
  /** Set for one of many documents of a source: when it can't be read, the others stand. */
  oneOfMany?: boolean;
};

/** What a build passes to an acquirer of documents, and the callbacks by which the acquirer reports. */
export type AcquireContext = {
  build: DownloadPlace;
  signal: AbortSignal;
  /** How many documents there are so far, and how many are known of. */
  onProgress(progress: { done: number; total: number; unit: "pages" }): void;
  /** A sentence for the message of the build: what was left out, and why. */
  note(sentence: string): void;
  /** The same in numbers, once. */
  leaveOut(counts: LeftOut): void;
};

/**
 * Port: the documents that a source consists of as it is now, in order, each fetched when the one before it was read.
 * Each build asks again, so what comes belongs to the version that the build writes. Throws AcquireError when what
 * the source points at can't be had, SourceUnavailableError when it can't be had at the moment; any other error may
 * pass, and does not condemn the source.
 */
export type Acquire = (source: Source, context: AcquireContext) => AsyncIterable<AcquiredDocument>;

/** The source can't be had; the message is for the person who added it. */
export class AcquireError extends Error {
  override readonly name = "AcquireError";
  /** What the site answered; null when it is not about an answer. */
  readonly status: number | null;

  constructor(
    message: string,
    { status = null, ...options }: ErrorOptions & { status?: number | null } = {},
  ) {
    super(message, options);
    this.status = status;
  }
}

/** The source can't be had at the moment: the build tries again while it has attempts. The message is for people. */
export class SourceUnavailableError extends Error {
  override readonly name = "SourceUnavailableError";
  /** What the other side asked us to wait, in ms; null when it did not say. */
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    { retryAfterMs = null, ...options }: ErrorOptions & { retryAfterMs?: number | null } = {},
  ) {
    super(message, options);
    this.retryAfterMs = retryAfterMs;
  }
}
