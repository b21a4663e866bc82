import type { Build, BuildPhase } from "@headwater/client";
import type { UseQueryResult } from "@tanstack/react-query";
import { extendedResult } from "../provider/extended-result.ts";
import type { BuildStop, BuildWatch, BuildWatchOptions } from "./build-watch.ts";

export type UseBuildOptions = BuildWatchOptions & {
  /** Whether to poll. Default true. */
  enabled?: boolean | undefined;
};

export type UseBuildResult = UseQueryResult<Build> & {
  /** What follows from the build: `waiting`, `ready`, `partial`, `failed`, `missing` or `settled`. */
  phase: BuildPhase | undefined;
  /** Why watching stopped. Undefined while it continues. `refetch` starts again. */
  stopped: BuildStop | undefined;
};

/** Makes a hook's result from a build's query: it has the build instead of the watch. */
export const buildResult = (result: UseQueryResult<BuildWatch>): UseBuildResult =>
  extendedResult(result, {
    get data() {
      return result.data?.build;
    },
    get phase() {
      return result.data?.phase;
    },
    get stopped() {
      return result.data?.stopped ?? (result.isError ? "error" : undefined);
    },
  }) as UseBuildResult;
