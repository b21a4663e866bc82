/**
 * How long a service asks to wait, in milliseconds: `retry-after-ms`, or `retry-after` in seconds or as a date. A date is
 * compared with the service's own clock (`date`), because that of the device may be wrong. Undefined when it does not ask.
 */
export function retryAfterMs(headers: Headers): number | undefined {
  const after = headers.get("retry-after");
  return [
    Number(headers.get("retry-after-ms") || Number.NaN),
    Number(after || Number.NaN) * 1_000,
    Date.parse(after ?? "") - (Date.parse(headers.get("date") ?? "") || Date.now()),
  ].find(Number.isFinite);
}
