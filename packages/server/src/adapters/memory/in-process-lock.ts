import type { ContentLock } from "../../ports/content-lock.ts";

/** A lock for one process. */
export function createInProcessLock(): ContentLock {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, task) => {
    const before = tails.get(key) ?? Promise.resolve();
    // The caller of a task handles its failure. The next task runs in any case.
    const run = before.then(task, task);
    tails.set(key, run);
    try {
      return await run;
    } finally {
      if (tails.get(key) === run) tails.delete(key);
    }
  };
}
