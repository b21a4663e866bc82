import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The files of one worker share a service, a browser and workbenches: see `support/worker.ts`.
    isolate: false,
    // The same time limit as for the pages themselves.
    expect: { poll: { timeout: 20_000 } },
  },
});
