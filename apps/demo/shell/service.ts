"use client";

import { readinessOptions, useDocuments } from "@headwater/react-hooks";
import { useQuery } from "@tanstack/react-query";

/** Seconds between two questions whether the service is well, and while it is not. */
export const servicePollSeconds = { well: 30, away: 8 };

/** `asking` until the first answer; `starting` also while it stops; `away` when nothing answers. */
export type ServicePhase = "asking" | "ready" | "starting" | "away";

/**
 * Whether the service answers, asked every 30 seconds and every 8 while it does not. What it said last about its
 * abilities stays in `readiness` while it is away, so that no control vanishes under the hand.
 */
export function useService() {
  const { sources } = useDocuments();
  const { data, error, dataUpdatedAt, errorUpdatedAt, isFetching, refetch } = useQuery({
    ...readinessOptions(sources),
    refetchInterval: ({ state }) =>
      1000 *
      (state.status === "error" || state.data?.status !== "ready"
        ? servicePollSeconds.away
        : servicePollSeconds.well),
  });
  const phase: ServicePhase = error
    ? "away"
    : data === undefined
      ? "asking"
      : data.status === "ready"
        ? "ready"
        : "starting";
  return {
    phase,
    readiness: data,
    /** When the service is asked again, in milliseconds since 1970; undefined while it is being asked. */
    nextTryAt:
      phase === "ready" || phase === "asking" || isFetching
        ? undefined
        : Math.max(dataUpdatedAt, errorUpdatedAt) + 1000 * servicePollSeconds.away,
    tryNow: refetch,
  };
}
