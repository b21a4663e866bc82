import { TimeoutError } from "../errors/timeout-error.ts";
import { abortReason } from "./aborted.ts";

/** The maximum delay of `setTimeout`. With a larger value it fires at once. */
const maxTimerMs = 2 ** 31 - 1;

type Deadline = {
  /** Aborts with the caller's reason or with a `TimeoutError`. */
  signal: AbortSignal;
  /** Rejects with the same reason. Race work against it that may not hear the signal. */
  ended: Promise<never>;
  /** Stops the clock. With `keepSignal` the caller's signal can still abort, for a body that is still streaming. */
  end: (keepSignal?: boolean) => void;
};

/** Combines a caller's signal and a time limit. Call `end`, or the process stays alive until the limit. */
export function startDeadline(timeoutMs: number, caller: AbortSignal | null | undefined): Deadline {
  const controller = new AbortController();
  const { signal } = controller;
  const { promise: ended, reject } = promiseToReject();
  const abort = (reason: unknown) => {
    // React Native's controller drops the reason.
    if (!("reason" in signal)) (signal as { reason: unknown }).reason = reason;
    controller.abort(reason);
    reject(reason);
  };
  const follow = () => caller && abort(abortReason(caller));
  if (caller?.aborted) follow();
  else caller?.addEventListener("abort", follow, { once: true });
  const timer = setTimeout(
    () => abort(new TimeoutError(timeoutMs)),
    Math.max(0, Math.min(timeoutMs, maxTimerMs)),
  );
  return {
    signal,
    ended,
    end(keepSignal = false) {
      clearTimeout(timer);
      if (!keepSignal) caller?.removeEventListener("abort", follow);
    },
  };
}

function promiseToReject() {
  let reject!: (reason: unknown) => void;
  const promise = new Promise<never>((_, given) => {
    reject = given;
  });
  // Not everybody waits for it.
  promise.catch(() => {});
  return { promise, reject };
}
