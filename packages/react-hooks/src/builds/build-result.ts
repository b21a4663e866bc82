import type { Build, BuildPhase } from "@headwater/client";
import type { UseQueryResult, UseSuspenseQueryResult } from "@tanstack/react-query";
import { extendedResult } from "../provider/extended-result.ts";
import { loadedOf, type Select, selectBeside, selectedOf } from "../query/beside.ts";
import type { QueryHookOptions, SuspenseHookOptions } from "../query/query-hook-options.ts";
import type { BuildStop, BuildWatch, BuildWatchOptions } from "./build-watch.ts";

/** How long a build is watched, and the options of TanStack Query. */
export type UseBuildOptions<Selected = Build> = BuildWatchOptions & QueryHookOptions<Build, Selected>;

/** As `UseBuildOptions`, for the form that suspends. */
export type UseSuspenseBuildOptions<Selected = Build> = BuildWatchOptions &
  SuspenseHookOptions<Build, Selected>;

type Watched = {
  /** What follows from the build: `waiting`, `ready`, `partial`, `failed`, `missing` or `settled`. */
  phase: BuildPhase | undefined;
  /** Why watching stopped. Undefined while it continues. `refetch` starts again. */
  stopped: BuildStop | undefined;
};

/** What `useBuild` returns: a query, what follows from the build, and why watching stopped. */
export type UseBuildResult<Selected = Build> = UseQueryResult<Selected> & Watched;

/** What `useSuspenseBuild` returns. */
export type UseSuspenseBuildResult<Selected = Build> = UseSuspenseQueryResult<Selected> & Watched;

const buildOf = ({ build }: BuildWatch) => build;

/** The options of a build's query in place of those of `buildOptions`. */
export function givenOptions({
  // These are for the watch.
  intervalMs: _interval,
  maxIntervalMs: _maxInterval,
  timeoutMs: _timeout,
  graceMs: _grace,
  select,
  ...options
}: BuildWatchOptions & { select?: Select | undefined }): object {
  return { ...options, ...selectBeside(select, buildOf) };
}

/** Makes a hook's result from a build's query: it has the build instead of the watch. */
export const buildResult = (
  result: UseQueryResult<unknown> | UseSuspenseQueryResult<unknown>,
  select?: Select | undefined,
): UseBuildResult<never> => {
  const watch = () => loadedOf<BuildWatch>(result.data, select);
  return extendedResult(result, {
    get data() {
      return selectedOf(result.data, select, buildOf);
    },
    get phase() {
      return watch()?.phase;
    },
    get stopped() {
      return watch()?.stopped ?? (result.isError ? "error" : undefined);
    },
  }) as UseBuildResult<never>;
};
