import type { DebugEvent } from "./transport/debug-event.ts";

/** A `fetch` that takes a complete request and returns a response. */
export type Fetch = (request: Request) => Promise<Response>;

/** An API token, or a function that returns one. The function is called before every attempt. */
export type Token = string | (() => string | undefined | Promise<string | undefined>);

/** What every client takes: address, token, timeouts, retries. */
export type ClientOptions = {
  /** API token. Omit it in a browser whose requests go through a proxy that adds it. */
  token?: Token | undefined;
  /** Used instead of the platform's `fetch`. */
  fetch?: Fetch | undefined;
  /** Headers that are sent with every request. */
  headers?: Record<string, string> | undefined;
  /** Maximum milliseconds of a call, including its retries and the reading of its answer. Default 120,000. */
  timeoutMs?: number | undefined;
  /** How often a call is retried after a failure that may be temporary. Default 2. */
  maxRetries?: number | undefined;
  /** Called for every attempt that was sent, answered or will be retried. It never gets a token, a header or a body. */
  onDebug?: ((event: DebugEvent) => void) | undefined;
};

/**
 * Options of a single call. Every call takes them beside `params` and `body`, and so does every function of this
 * package.
 */
export type CallOptions = {
  /** Ends the call at once: it rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** As in the client's options, but for this call only. */
  timeoutMs?: number | undefined;
  /** As in the client's options, but for this call only. */
  maxRetries?: number | undefined;
};
