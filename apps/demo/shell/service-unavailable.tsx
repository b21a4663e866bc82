"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useOnline } from "./online.ts";
import { useSecondsUntil } from "./seconds-until.ts";
import { useService } from "./service.ts";
import { useTokenRecovery, useTokenRefused } from "./token-refused.ts";
import { isUnreachable, tokenTrouble } from "./trouble.ts";

/**
 * Says at the top of the page that the service is unavailable and when it is tried again. When it is back, all failed queries
 * are sent again. It also says when the service refuses the token.
 */
export function ServiceUnavailable() {
  const { phase, nextTryAt, tryNow } = useService();
  const online = useOnline();
  const seconds = useSecondsUntil(nextTryAt);
  useCheckOnFailure(phase === "ready", tryNow);
  useRefetchWhenReady(phase === "ready");
  useTokenRecovery();
  const isRefused = useTokenRefused();

  if (phase === "ready" && isRefused) return <TokenRefused />;
  if (phase !== "unavailable" && phase !== "starting") return null;
  return (
    <aside className="service-unavailable" aria-label="State of the service">
      <p className="silent trouble">
        <b role="alert">{unavailableMessage(phase, online)}</b>{" "}
        {seconds === undefined
          ? "Trying again now."
          : `Trying again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`}{" "}
        What is on this page stays readable.
      </p>
    </aside>
  );
}

function TokenRefused() {
  return (
    <aside className="service-unavailable" aria-label="State of the service">
      <p className="silent trouble">
        <span role="alert">
          <b>{tokenTrouble.what}</b> {tokenTrouble.help}
        </span>{" "}
        It is tried again by itself. What is on this page stays readable.
      </p>
    </aside>
  );
}

function unavailableMessage(phase: "unavailable" | "starting", online: boolean): string {
  if (phase === "starting") return "The service is starting.";
  return online
    ? "The service does not respond."
    : "This machine is offline and the service does not respond.";
}

/** When a query finds no service, checks at once instead of at the next interval. */
function useCheckOnFailure(ready: boolean, tryNow: () => void): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!ready) return;
    const notice = (error: unknown) => {
      if (isUnreachable(error)) tryNow();
    };
    const stopQueries = queryClient.getQueryCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") notice(event.action.error);
    });
    const stopMutations = queryClient.getMutationCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") notice(event.action.error);
    });
    return () => {
      stopQueries();
      stopMutations();
    };
  }, [ready, queryClient, tryNow]);
}

function useRefetchWhenReady(ready: boolean): void {
  const queryClient = useQueryClient();
  const wasReady = useRef(ready);
  useEffect(() => {
    if (ready && !wasReady.current) {
      void queryClient.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
    }
    wasReady.current = ready;
  }, [ready, queryClient]);
}
