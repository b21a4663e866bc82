import type { CallOptions } from "../client-options.ts";

/** Call options as openapi-fetch takes them beside `params` and `body`. */
export const callInit = ({
  signal = null,
  timeoutMs,
  maxRetries,
}: { [Key in keyof CallOptions]: CallOptions[Key] | null }) => ({
  signal,
  timeoutMs,
  maxRetries,
});
