export type Turns = {
  /** Runs a task when it is its turn. */ take: <T>(task: () => Promise<T>) => Promise<T>;
};

/** Runs at most `limit` tasks at a time, in the order in which they came. */
export function createTurns(limit: number): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async take(task) {
      if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
      else running++;
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running--;
      }
    },
  };
}
