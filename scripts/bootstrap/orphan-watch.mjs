import { readFileSync } from "node:fs";

const lookEveryMs = 500;

/**
 * Sends this process a SIGTERM when the npm that runs it is gone. npm runs a script through a shell: a signal to
 * npm may end the shell alone, and a killed npm tells nobody, so both would leave the script running for ever.
 * @param {NodeJS.ProcessEnv} env only a process started by npm is watched; one may well outlive a shell (nohup)
 * @returns {() => void} ends the watch
 */
export function stopWhenOrphaned(env) {
  if (env.npm_lifecycle_event === undefined) return () => {};
  const before = ancestors();
  const watch = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, lookEveryMs);
  watch.unref();
  return () => clearInterval(watch);
}

/** The shell and, where the system tells (Linux), the npm that started it. */
function ancestors() {
  const shell = process.ppid;
  try {
    const parent = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${shell}/status`, "utf8"))?.[1];
    return `${shell} ${parent}`;
  } catch {
    return `${shell}`;
  }
}
