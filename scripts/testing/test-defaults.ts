import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

const builtThreads = new URL("./worker/built-threads.mjs", import.meta.url).href;

/**
 * A worker loads hundreds of modules, and services with them. With the small young heap that V8 begins with, it collects
 * garbage so often that a run of the server's tests takes 7 % more CPU. In MB.
 */
const youngHeap = ["--min-semi-space-size=16", "--max-semi-space-size=32"];

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
  maxWorkers: Number(process.env.TEST_WORKERS) || Math.max(4, availableParallelism()),
  // A worker that hangs can be killed only when it is a process.
  pool: "forks" as const,
  execArgv: [...youngHeap, ...(process.env.TEST_BUILT === "1" ? ["--import", builtThreads] : [])],
  // On a busy machine one second, the default of vitest, is too short. What fails waits so long; what passes does not.
  expect: { poll: { timeout: 100_000 } },
};
