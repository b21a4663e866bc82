/** Lets writes to a table run side by side, and the clearing away of old versions alone. */
export type WriteGate = {
  /** Runs at once, unless something runs alone. */
  write<T>(work: () => Promise<T>): Promise<T>;
  /** Runs when the writes under way have ended; later ones wait for it. One call at a time. */
  alone<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * A write is checked against every version committed since the one it began with: one that is cleared away meanwhile
 * makes it fail. Searches need no gate; they can be run again.
 */
export function createWriteGate(): WriteGate {
  const writing = new Set<Promise<unknown>>();
  let clearing: Promise<unknown> = Promise.resolve();
  return {
    async write(work) {
      let waitedFor: Promise<unknown>;
      do {
        waitedFor = clearing;
        await waitedFor;
      } while (waitedFor !== clearing);
      const running = work();
      writing.add(running);
      try {
        return await running;
      } finally {
        writing.delete(running);
      }
    },

    alone(work) {
      const running = Promise.allSettled(writing).then(work);
      clearing = running.catch(() => {}); // told to whoever called
      return running;
    },
  };
}
