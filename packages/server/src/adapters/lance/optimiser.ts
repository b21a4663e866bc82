import type { Table } from "@lancedb/lancedb";
import { isConflict } from "./retry-conflicts.ts";
import type { WriteGate } from "./write-gate.ts";

/** Brings new rows into the index and clears away what is deleted, in the background; one run at a time. */
export type Optimiser = {
  /** Something was written: a run follows soon. Until then searches read the new rows one by one. */
  wake(): void;
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

export function createOptimiser(
  table: Pick<Table, "optimize">,
  gate: WriteGate,
  onFailure: (error: unknown) => void,
  { gatherMs, restFactor }: OptimiserTiming,
): Optimiser {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let changed = false;
  let stopped = false;
  let restUntil = 0;

  const run = async () => {
    changed = false;
    const started = performance.now();
    try {
      // Most of the work is done beside the writes. One that overtakes it undoes it, and all is done below.
      await table.optimize().catch((error) => {
        if (!isConflict(error)) throw error;
      });
      // A run keeps the version it replaces, with the rows deleted since: this one clears away that of the run above.
      if (!stopped) await gate.alone(() => table.optimize({ cleanupOlderThan: new Date() }));
    } catch (error) {
      onFailure(error);
    }
    const ended = performance.now();
    restUntil = ended + (ended - started) * restFactor;
  };

  const plan = () => {
    if (stopped || running || timer) return;
    const pause = Math.max(gatherMs, restUntil - performance.now());
    timer = setTimeout(() => {
      timer = undefined;
      running = run().finally(() => {
        running = undefined;
        if (changed) plan();
      });
    }, pause);
    timer.unref();
  };

  return {
    wake() {
      changed = true;
      plan();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
