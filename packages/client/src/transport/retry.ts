/** A longer `retry-after` is left to the caller. */
const maxWaitMs = 60_000;

/** Refusals: the service says it did not do the work, so any call may be sent again. */
const refused = [408, 409, 429, 503];

/** Node's codes for a connection that never came about, so that nothing can have been sent. */
const unsent = ["ECONNREFUSED", "EAI_AGAIN"];

/** Node's code of a failed connection; browsers give none. */
export const codeOf = (error: unknown): string | undefined =>
  (error as { cause?: { code?: string } } | undefined)?.cause?.code;

export type Outcome = {
  response?: Response | undefined;
  /** Why there is no response. */
  cause?: unknown;
};

/**
 * Milliseconds until a call should be sent again: what the service asks for (`retry-after-ms`, or `retry-after` in seconds
 * or as a date), else full jitter under 0.5 s after the
 * first attempt, 1 s after the second, at most 8 s. Undefined when it should not: the outcome is final, or the service
 * asks for more than a minute.
 *
 * @param repeatable whether doing it twice does no harm. Otherwise only a refusal, or a connection that never came
 *   about, is followed by another attempt.
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
