import { TimeoutError } from "../errors/timeout-error.ts";

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
export function startDeadline(timeoutMs: number, signal: AbortSignal | null | undefined): Deadline {
  const controller = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    controller.signal.onabort = () => reject(controller.signal.reason);
  });
  // Not everybody waits for it.
  ended.catch(() => {});
  const abort = () => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort);
  const timer = setTimeout(
    () => controller.abort(new TimeoutError(timeoutMs)),
    Math.max(0, Math.min(timeoutMs, maxTimerMs)),
  );
  return {
    signal: controller.signal,
    ended,
    end(keepSignal = false) {
      clearTimeout(timer);
      if (!keepSignal) signal?.removeEventListener("abort", abort);
    },
  };
}
