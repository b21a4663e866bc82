"use client";

import { readinessOptions, useDocuments } from "@headwater/react-hooks";
import { useQuery } from "@tanstack/react-query";

/** Seconds between two checks: while the service is available, and while it is not. */
export const servicePollSeconds = { available: 30, unavailable: 8 };

/** `asking` until the first answer; `starting` also while it stops; `unavailable` when nothing answers. */
export type ServicePhase = "asking" | "ready" | "starting" | "unavailable";

/**
 * Checks whether the service answers: every 30 seconds, and every 8 seconds while it does not. `readiness` keeps the
 * last known abilities while it is unavailable, so that no control disappears during use.
 */
export function useService() {
  const { sources } = useDocuments();
  const { data, error, dataUpdatedAt, errorUpdatedAt, isFetching, refetch } = useQuery({
    ...readinessOptions(sources),
    refetchInterval: ({ state }) =>
      1000 *
      (state.status === "error" || state.data?.status !== "ready"
        ? servicePollSeconds.unavailable
        : servicePollSeconds.available),
  });
  const phase: ServicePhase = error
    ? "unavailable"
    : data === undefined
      ? "asking"
      : data.status === "ready"
        ? "ready"
        : "starting";
  return {
    phase,
    readiness: data,
    /** Time of the next check, in milliseconds since 1970. Undefined during a check. */
    nextTryAt:
      phase === "ready" || phase === "asking" || isFetching
        ? undefined
        : Math.max(dataUpdatedAt, errorUpdatedAt) + 1000 * servicePollSeconds.unavailable,
    tryNow: refetch,
  };
}
