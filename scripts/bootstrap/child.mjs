import { spawn } from "node:child_process";
import { exitCodeOf, stopSignals } from "./stop-signals.mjs";

/**
 * Set for a child that has an IPC channel to this process. When the channel closes and no stop signal has come, this
 * process was killed, and the child should stop too.
 */
const stopOnDisconnect = "HEADWATER_STOP_ON_DISCONNECT";

/**
 * @typedef {object} ForegroundOptions
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} env
 * @property {boolean} [channel] give it the IPC channel described above (default: no)
 * @property {number} [stopWithinMs] after the first stop signal, kill it when it has not ended by then (30 s)
 * @property {number} [timeoutMs] stop it after this time (never)
 */

/**
 * Runs a command in the foreground until it ends. It uses our stdio, and gets every stop signal.
 *
 * In a terminal Ctrl-C reaches every process of the group, and npm forwards it too. So the child may get the same
 * SIGINT two or three times within milliseconds, and must treat them as one.
 * @param {string} command
 * @param {string[]} commandArguments
 * @param {ForegroundOptions} options
 * @returns {Promise<number>} its exit code; 128 + the signal's number when a signal ended it
 */
export function runForeground(
  command,
  commandArguments,
  { cwd, env, channel = false, stopWithinMs = 30_000, timeoutMs },
) {
  return new Promise((resolve, reject) => {
    /** @type {NodeJS.Timeout | undefined} */
    let killTimer;
    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      child.kill(signal);
      killTimer ??= setTimeout(() => child.kill("SIGKILL"), stopWithinMs);
    };
    for (const signal of stopSignals) process.on(signal, stop); // Before the child exists, so that no signal is missed.
    const child = spawn(command, commandArguments, {
      cwd,
      env: channel ? { ...env, [stopOnDisconnect]: "1" } : env,
      stdio: ["inherit", "inherit", "inherit", ...(channel ? /** @type {const} */ (["ipc"]) : [])],
    });
    const timeout = timeoutMs === undefined ? undefined : setTimeout(() => stop("SIGTERM"), timeoutMs);
    const settle = () => {
      clearTimeout(killTimer);
      clearTimeout(timeout);
      for (const signal of stopSignals) process.off(signal, stop);
    };
    child.once("error", (error) => {
      settle();
      reject(error);
    });
    // `close`, not `exit`: the last output may come after the exit.
    child.once("close", (exitCode, signal) => {
      settle();
      resolve(exitCode ?? (signal === null ? 1 : exitCodeOf(signal)));
    });
  });
}
