import type { OperationId } from "@headwater/spec";
import type { Outcome } from "./outcome.ts";

/** Where a failure happened. The client gets only a general message about it. */
export type FailedStage =
  | "authorize"
  | "token"
  | "uploads"
  | "ownership"
  | "onFileReady"
  | "upstream"
  | "proxy";

/** For logs and metrics. An event never contains a token, header, query or body. */
export type ProxyEvent =
  | {
      type: "answered";
      requestId: string;
      method: string;
      /** Absent when the request matched no operation of the contract. */
      operation: OperationId | undefined;
      /** The scope's caller, when there is a scope. */
      caller: string | undefined;
      status: number;
      /** Who gave the answer. */
      by: "proxy" | "upstream";
      outcome: Outcome;
      durationMs: number;
    }
  | {
      type: "failed";
      requestId: string;
      operation: OperationId | undefined;
      stage: FailedStage;
      /** The error that was thrown. Absent for `token`, because its error could contain the token. */
      error: unknown;
    };

export type Emit = (event: ProxyEvent) => void;

/**
 * Sends events to `onEvent`. Without `onEvent`, failures go to the console, so that none is lost. If `onEvent` throws,
 * that goes to the console too and does not change the answer.
 */
export function createEmit(onEvent: Emit | undefined): Emit {
  return (event) => {
    try {
      if (onEvent) onEvent(event);
      else if (event.type === "failed")
        console.error(
          `documents proxy: ${event.stage} failed (request ${event.requestId})`,
          event.error ?? "What was thrown is not shown: it could hold the token",
        );
    } catch (error) {
      console.error("documents proxy: onEvent threw", error);
    }
  };
}

/**
 * Without `onEvent`, the first request that `authorize` refuses is noted on the console. So a developer who builds an application
 * sees where its first 403 comes from.
 */
export function createRefusalNote(onEvent: Emit | undefined): (operation: OperationId) => void {
  let isNoted = onEvent !== undefined;
  return (operation) => {
    if (isNoted) return;
    isNoted = true;
    console.warn(
      `documents proxy: authorize answered false for ${operation}, so the caller got 403. Further refusals are not logged; onEvent gets all of them.`,
    );
  };
}
