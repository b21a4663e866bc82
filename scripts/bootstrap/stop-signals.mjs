import { constants } from "node:os";

/** The signals that a terminal, a supervisor and a closing window send. */
export const stopSignals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/** The exit code that shells report for a process that a signal ended. */
export const exitCodeOf = (/** @type {NodeJS.Signals} */ signal) => 128 + constants.signals[signal];

/** The abort reason of `abortOnStopSignal`. */
export class Interrupted extends Error {
  /** @override */
  name = "Interrupted";
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`Interrupted by ${signal}`);
    this.exitCode = exitCodeOf(signal);
  }
}

/**
 * Turns the first stop signal into an abort. `release` restores the usual effect of the signals.
 * @param {NodeJS.EventEmitter} emitter usually `process`
 */
export function abortOnStopSignal(emitter) {
  const controller = new AbortController();
  const onSignal = (/** @type {NodeJS.Signals} */ signal) => controller.abort(new Interrupted(signal));
  for (const signal of stopSignals) emitter.on(signal, onSignal);
  const release = () => {
    for (const signal of stopSignals) emitter.off(signal, onSignal);
  };
  return { abort: controller.signal, release };
}
