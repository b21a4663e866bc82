import { defineConfig } from "vitest/config";

// One browser at a time: on a small machine two would slow each other down.
export default defineConfig({
  test: {
    include: ["*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    // In CI, where nobody can look: on a busy machine a browser may miss a frame. The run names every test that needed it.
    retry: process.env.CI ? 1 : 0,
    // The same time limit as for the pages themselves.
    expect: { poll: { timeout: 20_000 } },
  },
});
