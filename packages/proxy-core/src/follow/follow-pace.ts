/** How the follower spreads its requests. Times are in milliseconds. */
export const followPace = {
  /** Requests that are open at the same time. */
  concurrency: 4,
  /** Builds that are followed at the same time. */
  maxFollowed: 10_000,
  firstMs: 2_000,
  maxPauseMs: 30_000,
  /** The longest pause while the service, the store or the application fails. */
  maxPauseOfFailuresMs: 300_000,
  /** How often the builds of processes that have ended are looked for. */
  takeOverMs: 300_000,
  /** After this time a build is given up. */
  maxMs: 24 * 60 * 60 * 1000,
};

/** The pause before the next look, longer from time to time, and never the same for many builds. */
export function pauseAfter(looks: number, failures: number): number {
  const { firstMs, maxPauseMs, maxPauseOfFailuresMs } = followPace;
  const usual = Math.min(firstMs * 1.5 ** Math.min(looks, 20), maxPauseMs);
  const afterFailures =
    failures === 0 ? 0 : Math.min(firstMs * 2 ** Math.min(failures, 20), maxPauseOfFailuresMs);
  return Math.max(usual, afterFailures) * (0.8 + 0.4 * Math.random());
}
