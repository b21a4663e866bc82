import { spawn } from "node:child_process";

/** How much of a command's output is stored. The end explains a failure. */
const keptCharacters = 256 * 1024;
const killAfterMs = 2_000;

/**
 * @typedef {{ exitCode: number | null, signal: NodeJS.Signals | null, output: string, timedOut: boolean }} CommandResult
 * @typedef {{ cwd: string, env: NodeJS.ProcessEnv, timeoutMs: number, abort?: AbortSignal, onOutput?: (text: string) => void }} CommandOptions
 */

/**
 * Runs a command to its end without stdin, and stores the end of its output (stdout and stderr in their order). An abort
 * or a time-out sends SIGTERM, and two seconds later SIGKILL. All processes that it started get the signals too, because
 * package managers run tools through shells that forward no signal. The promise resolves or rejects when all have ended.
 * @param {string} command
 * @param {string[]} commandArguments
 * @param {CommandOptions} options
 * @returns {Promise<CommandResult>} rejects when the command cannot be started or `abort` fired (with its reason)
 */
export function runCommand(command, commandArguments, { cwd, env, timeoutMs, abort, onOutput }) {
  return new Promise((resolve, reject) => {
    if (abort?.aborted) return reject(abort.reason);
    const child = spawn(command, commandArguments, {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    let output = "";
    let timedOut = false;
    /** @type {NodeJS.Timeout | undefined} */
    let killTimer;
    const stop = () => {
      signalGroup(child.pid, "SIGTERM");
      killTimer ??= setTimeout(() => signalGroup(child.pid, "SIGKILL"), killAfterMs);
    };
    const timeout = setTimeout(() => {
      timedOut = true;
      stop();
    }, timeoutMs);
    const settle = () => {
      clearTimeout(timeout);
      clearTimeout(killTimer);
      abort?.removeEventListener("abort", stop);
    };
    abort?.addEventListener("abort", stop, { once: true });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", (text) => {
        output = (output + text).slice(-keptCharacters);
        onOutput?.(text);
      });
    }
    child.once("error", (error) => {
      settle();
      reject(error);
    });
    child.once("close", (exitCode, signal) => {
      settle();
      if (abort?.aborted) reject(abort.reason);
      else resolve({ exitCode, signal, output, timedOut });
    });
  });
}

/** @param {number | undefined} leader @param {NodeJS.Signals} signal */
function signalGroup(leader, signal) {
  if (leader === undefined) return; // It never started.
  try {
    process.kill(-leader, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ESRCH") throw error; // It has already ended.
  }
}

/**
 * The last lines of a command's output, for an error message.
 * @param {string} output
 * @param {number} [lines]
 */
export const endOf = (output, lines = 30) => output.trimEnd().split("\n").slice(-lines).join("\n");
