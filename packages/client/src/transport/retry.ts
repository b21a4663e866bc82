/** Maximum wait in milliseconds. When `retry-after` asks for more, the caller decides. */
const maxWaitMs = 60_000;

/** Statuses with which the service says that it did not do the work: any call may be retried. */
const refused = [408, 409, 429, 503];

/** Node's codes for a connection that was never made: nothing can have been sent. */
const unsent = ["ECONNREFUSED", "EAI_AGAIN"];

/** Node's code of a failed connection. Browsers give none. */
export const codeOf = (error: unknown): string | undefined =>
  (error as { cause?: { code?: string } } | undefined)?.cause?.code;

export type Outcome = {
  response?: Response | undefined;
  /** Why there is no response. */
  cause?: unknown;
};

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
  { response, cause }: Outcome,
  attempt: number,
  repeatable: boolean,
): number | undefined {
  const { ok, status = 0, headers } = response ?? {};
  const advice = headers?.get("x-should-retry");
  const worthwhile = response
    ? refused.includes(status) || (repeatable && status >= 500)
    : repeatable || unsent.includes(codeOf(cause) ?? "");
  if (ok || advice === "false" || !(worthwhile || advice === "true")) return;
  const after = headers?.get("retry-after");
  const asked = [
    Number(headers?.get("retry-after-ms") || Number.NaN),
    Number(after || Number.NaN) * 1_000,
    Date.parse(after ?? "") - Date.now(),
  ].find(Number.isFinite);
  const delay = asked ?? Math.random() * Math.min(8_000, 250 * 2 ** attempt);
  return delay > maxWaitMs ? undefined : delay;
}
