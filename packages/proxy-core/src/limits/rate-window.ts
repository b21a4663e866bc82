export type RateWindow = {
  /** Returns 0 when one more is allowed now. Otherwise the milliseconds until it is. */
  waitMs: (now: number) => number;
  add: (now: number) => void;
};

/** Maximum number of forgotten times that are kept before they are cut off. */
const maxForgotten = 1_024;

/** Counts what happened within the last `windowMs`, exactly. */
export function createRateWindow(max: number, windowMs = 60_000): RateWindow {
  if (max === Number.POSITIVE_INFINITY) return { waitMs: () => 0, add: () => {} };
  let times: number[] = [];
  /** Where the times that still count begin. */
  let first = 0;
  return {
    waitMs(now) {
      while (first < times.length && (times[first] as number) <= now - windowMs) first++;
      if (first > maxForgotten) {
        times = times.slice(first);
        first = 0;
      }
      return times.length - first < max ? 0 : (times[first] as number) + windowMs - now;
    },
    add: (now) => void times.push(now),
  };
}
