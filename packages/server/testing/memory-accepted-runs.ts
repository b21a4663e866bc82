import type { AcceptedRuns, StoredAcceptedRun } from "../src/flows/run/accepted-runs.ts";

/** Accepted runs for tests of what runs flows. The contract suite says how the real ones behave. */
export function memoryAcceptedRuns(): AcceptedRuns {
  const kept = new Map<string, StoredAcceptedRun>();
  return {
    async accept(run) {
      kept.set(run.runId, { run, resumed: 0, hasEnded: false, steps: [] });
    },
    async saveStep(runId, step) {
      kept.get(runId)?.steps.push(step);
    },
    find: async (runId) => kept.get(runId) ?? null,
    takeUp: async () => [],
    unfinished: async () => [],
    takeUpOne: async () => null,
    drop: async (runId) => kept.delete(runId),
  };
}
