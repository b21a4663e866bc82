import { type Build, isApiError, isClientError, type SourcesClient, unwrap } from "@headwater/client";
import { focusManager, queryOptions, skipToken } from "@tanstack/react-query";
import { documentsKeys } from "../query-keys.ts";
import {
  type BuildPoll,
  type BuildWatch,
  type BuildWatchOptions,
  continueWatch,
  intervalAfter,
  type WatchLimits,
  watchLimits,
} from "./build-watch.ts";
import { reloadAfterBuild } from "./reload-after-build.ts";

/** Longest a single poll may take beyond the time the service is asked to hold it. */
const pollTimeoutMs = 30_000;

/** Between two polls, however long the first of them was held. */
const shortestPauseMs = 250;

/**
 * The query of a build. It keeps a `BuildWatch`: the build, why watching stopped, and what the next poll depends on. All
 * components that watch a build share it, and with it one series of polls.
 */
export function buildOptions(
  client: SourcesClient,
  buildId: string | undefined,
  options: BuildWatchOptions = {},
) {
  const limits = watchLimits(options);
  const queryKey = documentsKeys.build(client, buildId);
  return queryOptions<BuildWatch>({
    queryKey,
    queryFn:
      buildId === undefined
        ? skipToken
        : async ({ signal, client: queryClient }) => {
            const previous = queryClient.getQueryData<BuildWatch>(queryKey);
            const poll = await pollBuild(client, buildId, holdMs(previous, limits), signal);
            reloadAfterBuild(queryClient, client, previous, poll.build);
            return continueWatch(previous, poll, limits);
          },
    refetchInterval: ({ state }) => nextPollMs(state, limits),
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: ({ state }) => isWatching(state),
    refetchOnReconnect: ({ state }) => isWatching(state),
    // A settled build never changes; what stopped for another reason is asked once more by the next who comes.
    staleTime: ({ state }) => (hasEnded(state.data) ? Number.POSITIVE_INFINITY : limits.intervalMs),
    retry: (failures, error) => mayPass(error) && elapsedAfter(failures, limits) < limits.graceMs,
    retryDelay: (failures) => intervalAfter(failures, limits),
  });
}

async function pollBuild(
  client: SourcesClient,
  buildId: string,
  holdMs: number,
  signal: AbortSignal,
): Promise<BuildPoll> {
  const askedAt = Date.now();
  const build: Build = await unwrap(
    client.GET("/builds/{build_id}", {
      params: {
        path: { build_id: buildId },
        query: { suppress_elements: true },
        // Whole seconds (RFC 7240).
        ...(holdMs > 0 ? { header: { Prefer: `wait=${Math.ceil(holdMs / 1_000)}` } } : {}),
      },
      timeoutMs: holdMs + pollTimeoutMs,
      // The query itself tries again, for as long as the grace lasts.
      maxRetries: 0,
      signal,
    }),
  );
  return { build, askedAt, answeredAt: Date.now() };
}

/**
 * For how long the service may hold a poll until the build settles. The first is answered at once, to have something to
 * show; so is one from a hidden tab or a server, where a connection kept open is of use to nobody.
 */
const holdMs = (previous: BuildWatch | undefined, limits: WatchLimits): number =>
  previous && previous.stopped === undefined && typeof document !== "undefined" && focusManager.isFocused()
    ? intervalAfter(previous.polls, limits)
    : 0;

type WatchState = { data: BuildWatch | undefined; status: string };

const isWatching = ({ data, status }: WatchState) => status !== "error" && data?.stopped === undefined;

function nextPollMs(state: WatchState, limits: WatchLimits): number | false {
  const { data } = state;
  if (!data || !isWatching(state)) return false;
  // The first poll was not held: one that is follows it, so that a short build is seen to end at once.
  if (data.polls === 1) return Math.min(shortestPauseMs, limits.intervalMs);
  const waitedMs = data.answeredAt - data.askedAt;
  return Math.max(shortestPauseMs, intervalAfter(data.polls - 1, limits) - waitedMs);
}

const hasEnded = (watch: BuildWatch | undefined): boolean =>
  watch?.stopped !== undefined && watch.stopped !== "deadline" && watch.stopped !== "not_found";

/** Milliseconds waited between a number of failed polls. */
function elapsedAfter(failures: number, limits: WatchLimits): number {
  let elapsed = 0;
  for (let failure = 1; failure <= failures; failure++) elapsed += intervalAfter(failure, limits);
  return elapsed;
}

/** Failures that say nothing about the build: no answer, 429 or 5xx. */
const mayPass = (error: Error): boolean =>
  isApiError(error) ? error.status === 429 || error.status >= 500 : isClientError(error);
