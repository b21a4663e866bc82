import type { Table } from "@lancedb/lancedb";
import type { AddGate } from "./add-gate.ts";
import { retryConflicts } from "./retry-conflicts.ts";

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

export function createOptimiser(
  table: Pick<Table, "optimize">,
  gate: AddGate,
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
    const runs = changes.has("deleted") ? 2 : 1;
    changes.clear();
    const started = performance.now();
    try {
      for (let count = 0; count < runs && !stopped; count++) {
        await gate.alone(() => retryConflicts(() => table.optimize({ cleanupOlderThan: new Date() })));
      }
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
