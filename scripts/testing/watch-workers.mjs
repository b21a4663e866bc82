import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";

const lookEveryMs = 1_000;

/**
 * Watches the workers of a test run by the files that `worker/setup.ts` keeps in a folder: one per worker, with the test
 * file that it is at. A worker that is at one file for too long is killed: a loop without an end can't be stopped from
 * within. Returns what stops watching.
 * @param {string} folder
 * @param {number} limitMs
 * @param {(file: string) => void} onKilled gets the path of the test file
 */
export function watchWorkers(folder, limitMs, onKilled) {
  const timer = setInterval(() => {
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      if (!name.endsWith(".running")) continue;
      const running = path.join(folder, name);
      try {
        if (Date.now() - statSync(running).mtimeMs < limitMs) continue;
        const file = readFileSync(running, "utf8");
        rmSync(running);
        process.kill(Number.parseInt(name, 10), "SIGKILL");
        onKilled(file);
      } catch (error) {
        // The test file has ended meanwhile, or its worker is gone.
        if (!["ENOENT", "ESRCH"].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? ""))
          throw error;
      }
    }
  }, lookEveryMs);
  return () => clearInterval(timer);
}
