import { OperatorError } from "../kernel/operator-error.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** What is still going on after this long is cut off; the queue and the database survive that. */
const maxStopMs = 10_000;

/**
 * Resolves when the service has been stopped by a signal (or by the end of the starter that owns this process, see
 * `HEADWATER_STOP_ON_DISCONNECT`). A second signal does not wait; one that follows within a second is the same key press, passed on.
 */
export function stopOnSignals(
  close: () => Promise<void>,
  environment: Record<string, string | undefined>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let since: number | undefined;
    const stop = () => {
      if (since !== undefined) {
        if (performance.now() - since > 1_000) process.exit(130);
        return;
      }
      since = performance.now();
      const late = setTimeout(() => {
        reject(
          new OperatorError(
            `Stopping took longer than ${maxStopMs / 1000} s and was cut off; nothing is lost.`,
          ),
        );
        process.exit(1);
      }, maxStopMs);
      close().then(
        () => {
          clearTimeout(late);
          resolve();
        },
        (error: unknown) => reject(error),
      );
    };
    for (const signal of signals) process.on(signal, stop);
    if (environment.HEADWATER_STOP_ON_DISCONNECT !== undefined) {
      // The starter may be gone already.
      if (!process.connected) stop();
      process.once("disconnect", stop);
      // The listener alone would keep the stopped service alive.
      process.channel?.unref();
    }
  });
}
