import type { CallOptions } from "../client-options.ts";

/** The call options alone, to be passed on beside `params` and `body`. */
export const callInit = ({ signal, timeoutMs, maxRetries }: CallOptions): CallOptions => ({
  signal,
  timeoutMs,
  maxRetries,
});
