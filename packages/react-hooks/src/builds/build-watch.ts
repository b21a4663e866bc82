import { type Build, type BuildPhase, buildPhase } from "@headwater/client";

/** How often and how long a build is polled. */
export type BuildWatchOptions = {
  /** Milliseconds between two polls at first. Default 2,000. */
  intervalMs?: number | undefined;
  /** Maximum interval in milliseconds: the interval grows by half after each poll up to this. Default 5,000. */
  maxIntervalMs?: number | undefined;
  /** Milliseconds until watching stops. Time in a hidden tab without polls does not count. Default 600,000. */
  timeoutMs?: number | undefined;
  /** Milliseconds for which an unknown build or an unreachable service is tolerated. Default 30,000. */
  graceMs?: number | undefined;
};

/**
 * Why watching stopped. After `deadline`, `not_found` and `error` the build itself may still end. `error`: the service
 * refused, or was unreachable for longer than the grace period.
 */
export type BuildStop = "ready" | "partial" | "settled" | "failed" | "deadline" | "not_found" | "error";

/** One poll. Times are milliseconds of `performance.now()`, which no correction of the system's time moves. */
export type BuildPoll = { build: Build; askedAt: number; answeredAt: number };

/**
 * The data of a build's query: the build, and everything that the next poll depends on. It is plain data, so it can be
 * hydrated.
 */
export type BuildWatch = BuildPoll & {
  phase: BuildPhase;
  stopped: BuildStop | undefined;
  /** Number of polls of this watch, including this one. */
  polls: number;
  /** When this watch began. Pauses move it. */
  startedAt: number;
  /** When the service last knew the build, or the watch began. Pauses move it. */
  seenAt: number;
};

export const watchDefaults = {
  intervalMs: 2_000,
  maxIntervalMs: 5_000,
  timeoutMs: 600_000,
  graceMs: 30_000,
} as const;

export type WatchLimits = { readonly [Name in keyof typeof watchDefaults]: number };

/** Returns the options with their defaults. `undefined` counts as not given. */
export const watchLimits = (options: BuildWatchOptions = {}): WatchLimits => ({
  intervalMs: options.intervalMs ?? watchDefaults.intervalMs,
  maxIntervalMs: options.maxIntervalMs ?? watchDefaults.maxIntervalMs,
  timeoutMs: options.timeoutMs ?? watchDefaults.timeoutMs,
  graceMs: options.graceMs ?? watchDefaults.graceMs,
});

/** Adds a poll to the watch. If the watch has stopped, the poll begins a new one. */
export function continueWatch(
  previous: BuildWatch | undefined,
  poll: BuildPoll,
  limits: WatchLimits,
): BuildWatch {
  const phase = buildPhase(poll.build);
  const before = previous?.stopped === undefined ? previous : undefined;
  const pausedMs = before ? pauseOf(poll.askedAt - before.answeredAt, limits) : 0;
  const startedAt = (before?.startedAt ?? poll.askedAt) + pausedMs;
  const seenAt = phase === "missing" ? (before?.seenAt ?? poll.askedAt) + pausedMs : poll.answeredAt;
  const polls = (before?.polls ?? 0) + 1;
  const watch = { ...poll, phase, polls, startedAt, seenAt };
  return { ...watch, stopped: stopOf(watch, limits) };
}

/** The part of the time between two polls that does not count. */
function pauseOf(betweenMs: number, { intervalMs, maxIntervalMs }: WatchLimits): number {
  // The first poll was that of a server, and has the times of another clock.
  if (betweenMs < 0) return betweenMs;
  // This is longer than any interval: the tab was hidden, or no component watched.
  return Math.max(0, betweenMs - Math.max(maxIntervalMs, intervalMs));
}

function stopOf(watch: Omit<BuildWatch, "stopped">, limits: WatchLimits): BuildStop | undefined {
  const { phase, answeredAt } = watch;
  if (phase !== "waiting" && phase !== "missing") return phase;
  if (phase === "missing" && answeredAt - watch.seenAt >= limits.graceMs) return "not_found";
  return answeredAt - watch.startedAt >= limits.timeoutMs ? "deadline" : undefined;
}

/** Milliseconds until the next poll, after a number of polls. */
export function intervalAfter(polls: number, { intervalMs, maxIntervalMs }: WatchLimits): number {
  const grown = intervalMs * 1.5 ** Math.max(0, polls - 1);
  return Math.max(intervalMs, Math.min(grown, maxIntervalMs));
}
