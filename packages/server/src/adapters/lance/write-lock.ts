/** Lets writes to a table run side by side, and its upkeep without any. */
export type WriteLock = {
  /** Runs at once, unless exclusive work is running or waits. */
  shared<T>(work: () => Promise<T>): Promise<T>;
  /** Runs when the shared work under way has ended; later work waits for it. One call at a time. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * A write is checked against every version committed since the one it began with: one that is cleared away meanwhile
 * makes it fail. And files that no version names yet may only be cleared away while nothing is being written.
 */
export function createWriteLock(): WriteLock {
  const writing = new Set<Promise<unknown>>();
  let upkeep: Promise<unknown> = Promise.resolve();
  return {
    async shared(work) {
      let waitedFor: Promise<unknown>;
      do {
        waitedFor = upkeep;
        await waitedFor;
      } while (waitedFor !== upkeep);
      const running = work();
      writing.add(running);
      try {
        return await running;
      } finally {
        writing.delete(running);
      }
    },

    exclusive(work) {
      const running = Promise.allSettled(writing).then(work);
      upkeep = running.catch(() => {}); // told to whoever called
      return running;
    },
  };
}
