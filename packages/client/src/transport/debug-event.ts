/** Describes one attempt of a call after it has ended. It never carries a header, a body or a query string. */
export type DebugEvent = {
  method: string;
  /** Address without its query string. */
  url: string;
  /** 1 for the first attempt. */
  attempt: number;
  elapsedMs: number;
  /** Status of the answer. Undefined when there was no answer. */
  status: number | undefined;
  /** `x-request-id` of the answer. */
  requestId: string | null | undefined;
  /** Why there was no answer. */
  reason: string | undefined;
  /** Milliseconds until the next attempt, when there will be one. */
  retryInMs: number | undefined;
};
