import type { Build, BuildPhase } from "@headwater/client";
import type { UseQueryResult } from "@tanstack/react-query";
import { extendedResult } from "../provider/extended-result.ts";
import type { BuildStop, BuildWatch, BuildWatchOptions } from "./build-watch.ts";

export type UseBuildOptions = BuildWatchOptions & {
  /** Whether to ask at all. Default true. */
  enabled?: boolean | undefined;
};

export type UseBuildResult = UseQueryResult<Build> & {
  /** What may be concluded from the build: `waiting`, `ready`, `partial`, `failed`, `missing` or `settled`. */
  phase: BuildPhase | undefined;
  /** Why watching stopped; undefined while it goes on. `refetch` begins anew. */
  stopped: BuildStop | undefined;
};

/** The result of a build's query as hooks give it: the build instead of the watch. */
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
