import { type Build, type BuildPhase, buildPhase } from "@headwater/client";

export type BuildWatchOptions = {
  /** Milliseconds from one poll to the next at first. Default 2,000. */
  intervalMs?: number | undefined;
  /** What the interval grows to, by half each time. Default 5,000. */
  maxIntervalMs?: number | undefined;
  /** Milliseconds until watching stops; the time a hidden tab did not ask does not count. Default 600,000. */
  timeoutMs?: number | undefined;
  /** For how long an unknown build, or a service out of reach, is put up with, in milliseconds. Default 30,000. */
  graceMs?: number | undefined;
};

/**
 * Why watching stopped. The build itself may still end after `deadline`, `not_found` and `error`; the last means that the
 * service refused, or was out of reach for longer than the grace.
 */
export type BuildStop = "ready" | "partial" | "settled" | "failed" | "deadline" | "not_found" | "error";

/** One poll. Times are milliseconds of `Date.now()`. */
export type BuildPoll = { build: Build; askedAt: number; answeredAt: number };

/** What the query of a build keeps: the build, and all that the next poll depends on. Plain data: it can be hydrated. */
export type BuildWatch = BuildPoll & {
  phase: BuildPhase;
  stopped: BuildStop | undefined;
  /** Polls of this watch, this one included. */
  polls: number;
  /** When this watch began, put forward by pauses. */
  startedAt: number;
  /** When the build was last known to the service, or the watch began, put forward by pauses. */
  seenAt: number;
};

export const watchDefaults = {
  intervalMs: 2_000,
  maxIntervalMs: 5_000,
  timeoutMs: 600_000,
  graceMs: 30_000,
} as const;

export type WatchLimits = { readonly [Name in keyof typeof watchDefaults]: number };

/** The options with their defaults; `undefined` means not given. */
export const watchLimits = (options: BuildWatchOptions = {}): WatchLimits => ({
  intervalMs: options.intervalMs ?? watchDefaults.intervalMs,
  maxIntervalMs: options.maxIntervalMs ?? watchDefaults.maxIntervalMs,
  timeoutMs: options.timeoutMs ?? watchDefaults.timeoutMs,
  graceMs: options.graceMs ?? watchDefaults.graceMs,
});

/** Takes a poll into the watch. A poll after the watch has stopped begins a new one. */
export function continueWatch(
  previous: BuildWatch | undefined,
  poll: BuildPoll,
  limits: WatchLimits,
): BuildWatch {
  const phase = buildPhase(poll.build);
  const before = previous?.stopped === undefined ? previous : undefined;
  // Longer than any interval: nobody asked, because the tab was hidden or nobody watched.
  const pausedMs = before
    ? Math.max(0, poll.askedAt - before.answeredAt - Math.max(limits.maxIntervalMs, limits.intervalMs))
    : 0;
  const startedAt = (before?.startedAt ?? poll.askedAt) + pausedMs;
  const seenAt = phase === "missing" ? (before?.seenAt ?? poll.askedAt) + pausedMs : poll.answeredAt;
  const polls = (before?.polls ?? 0) + 1;
  const watch = { ...poll, phase, polls, startedAt, seenAt };
  return { ...watch, stopped: stopOf(watch, limits) };
}

function stopOf(watch: Omit<BuildWatch, "stopped">, limits: WatchLimits): BuildStop | undefined {
  const { phase, answeredAt } = watch;
  if (phase !== "waiting" && phase !== "missing") return phase;
  if (phase === "missing" && answeredAt - watch.seenAt >= limits.graceMs) return "not_found";
  return answeredAt - watch.startedAt >= limits.timeoutMs ? "deadline" : undefined;
}

/** Milliseconds from one poll to the next, after a number of them. */
export function intervalAfter(polls: number, { intervalMs, maxIntervalMs }: WatchLimits): number {
  const grown = intervalMs * 1.5 ** Math.max(0, polls - 1);
  return Math.max(intervalMs, Math.min(grown, maxIntervalMs));
}
