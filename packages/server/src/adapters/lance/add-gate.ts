/** Lets additions to a table run side by side, and the clearing away of old versions without any. */
export type AddGate = {
  /** Runs at once, unless something runs alone. */
  add<T>(work: () => Promise<T>): Promise<T>;
  /** Runs when the additions under way have ended; later ones wait for it. One call at a time. */
  alone<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * A write is checked against every version committed since the one it began with: one that is cleared away meanwhile
 * makes it fail. What can be run again, a search or a removal, needs no gate; rows added again would be there twice.
 */
export function createAddGate(): AddGate {
  const adding = new Set<Promise<unknown>>();
  let clearing: Promise<unknown> = Promise.resolve();
  return {
    async add(work) {
      let waitedFor: Promise<unknown>;
      do {
        waitedFor = clearing;
        await waitedFor;
      } while (waitedFor !== clearing);
      const running = work();
      adding.add(running);
      try {
        return await running;
      } finally {
        adding.delete(running);
      }
    },

    alone(work) {
      const running = Promise.allSettled(adding).then(work);
      clearing = running.catch(() => {}); // told to whoever called
      return running;
    },
  };
}
