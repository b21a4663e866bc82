import { BootstrapError } from "./bootstrap-error.mjs";
import { stopWhenOrphaned } from "./orphan-watch.mjs";
import { stepProgress } from "./progress.mjs";
import { abortOnStopSignal, Interrupted } from "./stop-signals.mjs";
import { repositoryRoot } from "./toolchain.mjs";

/**
 * What every command of package.json shares: the context, stop signals, and plain error messages.
 * Sets the process's exit code to what `work` returns.
 * @param {(context: import("./prepare.mjs").PrepareContext) => Promise<number>} work
 */
export async function runScript(work) {
  const { abort, release } = abortOnStopSignal(process);
  const endWatch = stopWhenOrphaned(process.env);
  const progress = stepProgress(process.stderr, Date.now);
  try {
    process.exitCode = await work({ root: repositoryRoot, env: process.env, progress, abort });
  } catch (error) {
    if (abort.aborted && abort.reason instanceof Interrupted) process.exitCode = abort.reason.exitCode;
    else if (error instanceof BootstrapError) {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = error.exitCode;
    } else throw error;
  } finally {
    endWatch();
    release();
  }
}
