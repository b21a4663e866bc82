/**
 * What the header `Retry-After` of another server asks for, in ms: seconds, or a date. A date counts against the clock of
 * the server that names it, which the header `Date` shows; without one against ours. Null for none.
 */
export function readRetryAfter(
  value: string | null | undefined,
  date: string | null | undefined,
): number | null {
  if (!value) return null;
  if (/^\s*\d{1,9}(?:\.\d+)?\s*$/.test(value)) return Number(value) * 1000;
  const wait = Date.parse(value) - (Date.parse(date ?? "") || Date.now());
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}
