"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { isTokenRefused } from "./trouble.ts";
import { useUnsettledSources } from "./unsettled-sources.ts";

/** Whether the service refuses the workbench's token. */
export function useTokenRefused(): boolean {
  const { error } = useUnsettledSources();
  return isTokenRefused(error);
}

/**
 * For one place on every page. The token is tried again at intervals. When it is accepted, all failed queries are sent
 * again. When any other call is refused, the token is tried at once.
 */
export function useTokenRecovery(): void {
  const queryClient = useQueryClient();
  const { error, isFetching, refetch } = useUnsettledSources();
  const isRefused = isTokenRefused(error);
  const wasRefused = useRef(isRefused);
  useEffect(() => {
    if (!isRefused && wasRefused.current)
      void queryClient.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
    wasRefused.current = isRefused;
  }, [isRefused, queryClient]);

  // While it is being tried, an error is most likely its own.
  const listens = !isRefused && !isFetching;
  useEffect(() => {
    if (!listens) return;
    const notice = (reason: unknown) => {
      if (isTokenRefused(reason)) void refetch();
    };
    const ends = [
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type === "updated" && event.action.type === "error") notice(event.action.error);
      }),
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === "updated" && event.action.type === "error") notice(event.action.error);
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [listens, queryClient, refetch]);
}
