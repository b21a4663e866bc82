import type { DebugEvent } from "./transport/debug-event.ts";

/** As openapi-fetch calls it: a complete request in, an answer out. */
export type Fetch = (request: Request) => Promise<Response>;

/** An API token, or where to get one; asked again before every attempt. */
export type Token = string | (() => string | undefined | Promise<string | undefined>);

export type ClientOptions = {
  /** API token. Leave it out in a browser whose requests pass a proxy that adds it. */
  token?: Token | undefined;
  /** Used instead of the platform's `fetch`. */
  fetch?: Fetch | undefined;
  /** Sent with every request. */
  headers?: Record<string, string> | undefined;
  /** How long a call may take in milliseconds, its retries and the reading of its answer included. Default 120,000. */
  timeoutMs?: number | undefined;
  /** How often a call is repeated after a failure that may pass. Default 2. */
  maxRetries?: number | undefined;
  /** Told what is sent, answered and repeated; never told a token, a header or a body. */
  onDebug?: ((event: DebugEvent) => void) | undefined;
};

/** Accepted beside `params` and `body` by every call, and by every function of this package. */
export type CallOptions = {
  /** Ends the call at once; it rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** As in the client's options, for this call only. */
  timeoutMs?: number | undefined;
  /** As in the client's options, for this call only. */
  maxRetries?: number | undefined;
};
