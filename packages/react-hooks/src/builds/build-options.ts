import { type Build, isApiError, isClientError, type SourcesClient, unwrap } from "@headwater/client";
import { focusManager, type QueryClient, skipToken } from "@tanstack/react-query";
import { isServer } from "../is-server.ts";
import type { Loads } from "../loads.ts";
import { loadOptions } from "../query/load-options.ts";
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

/** Maximum milliseconds that a poll may take in addition to the time that the service is asked to hold it. */
const pollTimeoutMs = 30_000;

/** Minimum milliseconds between two polls, however long the first one was held. */
const minPauseMs = 250;

/** Maximum pause in milliseconds. When the service asks for a longer one, polling stops. */
const maxPauseMs = 60_000;

/**
 * Maximum number of polls that the service may hold open at once. A browser opens only six connections to a host
 * (HTTP/1.1).
 */
const maxHeldPolls = 2;

/**
 * The query of a build. Its data is a `BuildWatch`: the build, why watching stopped, and what the next poll depends on.
 * All components that watch a build share the query, and so share its polls.
 */
export function buildOptions(
  client: SourcesClient,
  buildId: string,
  options?: BuildWatchOptions,
): Loads<ReturnType<typeof optionsOf>>;
/** Without a build the query waits. */
export function buildOptions(
  client: SourcesClient,
  buildId: string | undefined,
  options?: BuildWatchOptions,
): ReturnType<typeof optionsOf>;
export function buildOptions(...parameters: Parameters<typeof optionsOf>) {
  return optionsOf(...parameters);
}

function optionsOf(client: SourcesClient, buildId: string | undefined, options: BuildWatchOptions = {}) {
  const limits = watchLimits(options);
  const queryKey = documentsKeys.build(client, buildId);
  return loadOptions({
    queryKey,
    queryFn:
      buildId === undefined
        ? skipToken
        : async ({ signal, client: queryClient }) => {
            const previous = queryClient.getQueryData<BuildWatch>(queryKey);
            const mayHold = isInView() && underWay(queryClient, client) <= maxHeldPolls;
            const poll = await pollBuild(client, buildId, mayHold ? holdMs(previous, limits) : 0, signal);
            reloadAfterBuild(queryClient, client, previous, poll.build);
            return continueWatch(previous, poll, limits);
          },
    refetchInterval: ({ state }) => nextPollMs(state, limits),
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: ({ state }) => isWatching(state),
    refetchOnReconnect: ({ state }) => isWatching(state),
    // A build that has ended never changes. If watching stopped for another reason, the next component that watches
    // polls once more.
    staleTime: ({ state }) => (hasEnded(state.data) ? Number.POSITIVE_INFINITY : limits.intervalMs),
    // Rendering on a server must not wait for an unreachable service.
    retry: (failures, error) =>
      !isServer() &&
      mayPass(error) &&
      elapsedAfter(failures, limits) < limits.graceMs &&
      askedPauseMs(error) <= maxPauseMs,
    retryDelay: (failures, error) => Math.max(intervalAfter(failures, limits), askedPauseMs(error)),
  });
}

async function pollBuild(
  client: SourcesClient,
  buildId: string,
  holdMs: number,
  signal: AbortSignal,
): Promise<BuildPoll> {
  const askedAt = performance.now();
  const build: Build = await unwrap(
    client.GET("/builds/{build_id}", {
      params: {
        path: { build_id: buildId },
        query: { suppress_elements: true },
        // `Prefer: wait` takes whole seconds (RFC 7240).
        ...(holdMs > 0 ? { header: { Prefer: `wait=${Math.ceil(holdMs / 1_000)}` } } : {}),
      },
      timeoutMs: holdMs + pollTimeoutMs,
      // The query itself retries during the grace period.
      maxRetries: 0,
      signal,
    }),
  );
  return { build, askedAt, answeredAt: performance.now() };
}

/**
 * How long the service may hold a poll for the build to end. It answers the first poll at once, so that there is
 * something to show.
 */
const holdMs = (previous: BuildWatch | undefined, limits: WatchLimits): number =>
  previous && previous.stopped === undefined ? intervalAfter(previous.polls, limits) : 0;

/** A hidden tab and a server gain nothing from an open connection. */
const isInView = (): boolean => !isServer() && focusManager.isFocused();

/** The number of running polls, including the one that calls this. */
const underWay = (queryClient: QueryClient, client: SourcesClient): number =>
  queryClient.isFetching({ queryKey: documentsKeys.builds(client) });

type WatchState = { data: BuildWatch | undefined; status: string };

const isWatching = ({ data, status }: WatchState) => status !== "error" && data?.stopped === undefined;

function nextPollMs(state: WatchState, limits: WatchLimits): number | false {
  const { data } = state;
  if (!data || !isWatching(state)) return false;
  // The first poll was not held. Send one that is held soon, so that the end of a short build is seen at once.
  if (data.polls === 1) return Math.min(minPauseMs, limits.intervalMs);
  const waitedMs = data.answeredAt - data.askedAt;
  return Math.max(minPauseMs, intervalAfter(data.polls - 1, limits) - waitedMs);
}

const hasEnded = (watch: BuildWatch | undefined): boolean =>
  watch?.stopped !== undefined && watch.stopped !== "deadline" && watch.stopped !== "not_found";

/** Milliseconds that passed during a number of failed polls. */
function elapsedAfter(failures: number, limits: WatchLimits): number {
  let elapsed = 0;
  for (let failure = 1; failure <= failures; failure++) elapsed += intervalAfter(failure, limits);
  return elapsed;
}

/** Failures that say nothing about the build: no answer, 429 or 5xx. */
const mayPass = (error: Error): boolean =>
  isApiError(error) ? error.status === 429 || error.status >= 500 : isClientError(error);

/** The pause that a refusal asks for. */
const askedPauseMs = (error: Error): number => (isApiError(error) && error.retryAfterMs) || 0;
