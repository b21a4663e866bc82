import { retryAfterMs } from "./retry-after.ts";

/** Maximum wait in milliseconds. When `retry-after` asks for more, the caller decides. */
const maxWaitMs = 60_000;

/** Statuses with which the service says that it did not do the work: any call may be retried. */
const refused = [408, 409, 429, 503];

export type Outcome = {
  response?: Response | undefined;
  /** Whether there is no response because no connection was made: nothing can have been sent. */
  wasUnsent?: boolean;
};

/**
 * Whether the service may have done the work although its answer is lost or says that something failed. Our proxies say
 * when it has not.
 */
export const isUncertain = ({ response, wasUnsent }: Outcome): boolean =>
  response
    ? response.status >= 500 && !refused.includes(response.status) && !response.headers.has("x-was-done")
    : !wasUnsent;

/**
 * Milliseconds until a call should be retried. The service decides (`retry-after-ms`, or `retry-after` in seconds or as
 * a date); otherwise the delay is random: up to 0.5 s after the first attempt, up to 1 s after the second, never more
 * than 8 s. Undefined when the call should not be retried: the result is final, or the service asks for more than a
 * minute.
 *
 * @param repeatable whether sending twice does no harm. If not, only a refusal or a connection that was never made is
 *   retried.
 */
export function retryDelay(
  { response, wasUnsent }: Outcome,
  attempt: number,
  repeatable: boolean,
): number | undefined {
  const { ok, status = 0, headers } = response ?? {};
  const advice = headers?.get("x-should-retry");
  const worthwhile = response
    ? refused.includes(status) || (repeatable && status >= 500)
    : repeatable || wasUnsent;
  if (ok || advice === "false" || !(worthwhile || advice === "true")) return;
  const delay = (headers && retryAfterMs(headers)) ?? Math.random() * Math.min(8_000, 250 * 2 ** attempt);
  return delay > maxWaitMs ? undefined : Math.max(0, delay);
}
