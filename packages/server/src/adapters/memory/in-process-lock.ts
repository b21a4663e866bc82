import type { ContentLock } from "../../ports/content-lock.ts";

/** A lock for one process. */
export function createInProcessLock(): ContentLock {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, task) => {
    const before = tails.get(key) ?? Promise.resolve();
    // A task's failure is its caller's to handle; the next in line runs all the same.
    const run = before.then(task, task);
    tails.set(key, run);
    try {
      return await run;
    } finally {
      if (tails.get(key) === run) tails.delete(key);
    }
  };
}
