import { fileURLToPath } from "node:url";

/** What the tests of every package share. */
export const testDefaults = {
  setupFiles: [fileURLToPath(new URL("./worker/setup.ts", import.meta.url))],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Test files share their worker. No module of ours keeps state, and loading them anew for each file costs more than the
  // tests.
  isolate: false,
  // A worker that hangs can be killed only when it is a process.
  pool: "forks" as const,
  // On a busy machine one second, the default of vitest, is too short.
  expect: { poll: { timeout: 20_000 } },
};
