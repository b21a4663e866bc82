import type { CallOptions } from "../client-options.ts";

/** Converts call options to the form that openapi-fetch takes beside `params` and `body`. */
export const callInit = ({
  signal = null,
  timeoutMs,
  maxRetries,
}: { [Key in keyof CallOptions]: CallOptions[Key] | null }) => ({
  signal,
  timeoutMs,
  maxRetries,
});
