/** One attempt of a call, when it has ended. By construction it carries no header, no body and no query string. */
export type DebugEvent = {
  method: string;
  /** Address without its query string. */
  url: string;
  /** 1 for the first attempt. */
  attempt: number;
  elapsedMs: number;
  /** Status of the answer; undefined when there was none. */
  status: number | undefined;
  /** `x-request-id` of the answer. */
  requestId: string | null | undefined;
  /** Why there was no answer. */
  reason: string | undefined;
  /** Milliseconds until the next attempt, when there will be one. */
  retryInMs: number | undefined;
};
