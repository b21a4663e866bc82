/** Brings new rows into the index and clears away what is deleted, in the background; one run at a time. */
export type Optimiser = {
  /** Something was written: a run follows soon. Until then searches read the new rows one by one. */
  wake(change: "added" | "deleted"): void;
  /** Plans no more runs, and resolves when the running one has ended. */
  stop(): Promise<void>;
};

export type OptimiserTiming = {
  /** Writes come in bursts: one run for all that arrives within this time. */
  gatherMs: number;
  /** A run is followed by at least this many times its own duration without one: it rewrites the whole term index. */
  restFactor: number;
};

export const defaultTiming: OptimiserTiming = { gatherMs: 1_000, restFactor: 3 };

/** A run that failed is tried again after this time: the disk may have been full. */
const restAfterFailureMs = 30_000;

/** `optimise` is one round over the table, called with no writes under way. */
export function createOptimiser(
  optimise: () => Promise<void>,
  onFailure: (error: unknown) => void,
  { gatherMs, restFactor }: OptimiserTiming,
): Optimiser {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const changes = new Set<"added" | "deleted">();
  let stopped = false;
  let restUntil = 0;

  const run = async () => {
    // A run keeps the version it replaces; deleted rows are gone from the disk only with the one after it.
    const taken = [...changes];
    changes.clear();
    const rounds = taken.includes("deleted") ? 2 : 1;
    const started = performance.now();
    try {
      for (let round = 0; round < rounds && !stopped; round++) await optimise();
      const ended = performance.now();
      restUntil = ended + (ended - started) * restFactor;
    } catch (error) {
      for (const change of taken) changes.add(change);
      restUntil = performance.now() + restAfterFailureMs;
      onFailure(error);
    }
  };

  const plan = () => {
    if (stopped || running || timer) return;
    const pause = Math.max(gatherMs, restUntil - performance.now());
    timer = setTimeout(() => {
      timer = undefined;
      running = run().finally(() => {
        running = undefined;
        if (changes.size > 0) plan();
      });
    }, pause);
    timer.unref();
  };

  return {
    wake(change) {
      changes.add(change);
      plan();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
