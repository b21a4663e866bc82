import { ModelFailure } from "./model-failure.ts";

export type CircuitBreaker = {
  /** Throws a ModelFailure while the model is left alone. */
  check(): void;
  succeeded(): void;
  /** A call failed for good, and for a reason that is not the request's. */
  failed(failure: ModelFailure): void;
};

/** After so many failures in a row, a model is left alone for a while. */
const maxFailures = 5;
const pauseMs = 30_000;

/**
 * Leaves a model alone that fails again and again, so that a book of 500 pages does not wait 500 times for a server that
 * is down. After the pause one failure is enough for the next one.
 */
export function createCircuitBreaker(now: () => number): CircuitBreaker {
  let failures = 0;
  let pausedUntil = 0;
  let last: ModelFailure | undefined;
  return {
    check() {
      const left = pausedUntil - now();
      if (left <= 0 || !last) return;
      throw new ModelFailure(
        `${last.message}; it was not asked again after ${maxFailures} failures in a row`,
        {
          retry: "no",
          isOutage: false,
          isPassing: last.isPassing,
          retryAfterMs: left,
        },
      );
    },
    succeeded() {
      failures = 0;
    },
    failed(failure) {
      failures += 1;
      if (failures < maxFailures) return;
      last = failure;
      pausedUntil = now() + pauseMs;
    },
  };
}
