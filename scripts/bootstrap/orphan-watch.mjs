import { readFileSync } from "node:fs";

const lookEveryMs = 500;

/**
 * Sends this process a SIGTERM when the npm that runs it has ended. npm runs a script through a shell. A signal to npm may
 * end only the shell, and a killed npm sends no signal. In both cases the script would run for ever.
 * @param {NodeJS.ProcessEnv} env only a process that npm started is watched; others may outlive their shell (nohup)
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

/** The shell and, on Linux, the npm that started it. */
function ancestors() {
  const shell = process.ppid;
  try {
    const parent = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${shell}/status`, "utf8"))?.[1];
    return `${shell} ${parent}`;
  } catch {
    return `${shell}`;
  }
}
