import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

const builtThreads = new URL("./worker/built-threads.mjs", import.meta.url).href;

/** What the tests of every package share. */
export const testDefaults = {
  setupFiles: [fileURLToPath(new URL("./worker/setup.ts", import.meta.url))],
  // Only a test that would never end gets there. On a busy machine the rest takes ten times as long as on an idle one.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  // Test files share their worker. No module of ours keeps state, and loading them anew for each file costs more than the
  // tests.
  isolate: false,
  // Four also on two cores: for a third of the time a test waits for another process or a clock.
  maxWorkers: Math.max(4, availableParallelism()),
  // A worker that hangs can be killed only when it is a process.
  pool: "forks" as const,
  ...(process.env.TEST_BUILT === "1" && { execArgv: ["--import", builtThreads] }),
  // On a busy machine one second, the default of vitest, is too short. What fails waits so long; what passes does not.
  expect: { poll: { timeout: 100_000 } },
};
