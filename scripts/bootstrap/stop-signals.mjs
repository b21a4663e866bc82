import { constants } from "node:os";

/** What a terminal, a supervisor and a closing window send. */
export const stopSignals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/** The exit code shells give to a process ended by a signal. */
export const exitCodeOf = (/** @type {NodeJS.Signals} */ signal) => 128 + constants.signals[signal];

/** The reason an `AbortSignal` of `abortOnStopSignal` carries. */
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
 * Turns the first stop signal into an abort; `release` gives the signals back their usual effect.
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
